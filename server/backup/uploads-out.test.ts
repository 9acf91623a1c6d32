import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { memoryStorage } from "../platform/storage/adapters/memory.ts";
import { copyFiles } from "./uploads-out.ts";

test("closes an open file when the archive fails", async () => {
  const stream = Readable.from(["bytes"]);
  const storage = { ...memoryStorage(), openFile: async () => ({ stream, size: 5 }) };
  const archive = {
    begin: async () => {},
    add: async () => {},
    addStream: () => Promise.reject(new Error("stopped")),
  };
  const files = [{ id: "a", keys: ["digital/a"], size: 5, sha256: "" }];
  await expect(copyFiles({ archive, storage, onBytes() {} }, files)).rejects.toThrow("stopped");
  expect(stream.destroyed).toBe(true);
});
