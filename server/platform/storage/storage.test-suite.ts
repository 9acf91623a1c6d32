import { access, readFile, stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Storage } from "./port.ts";

async function* bytes(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part);
}

/** The tests of every storage. */
export function testStorage(create: () => Promise<Storage>): void {
  let storage: Storage;
  beforeEach(async () => {
    storage = await create();
  });
  afterEach(() => storage.stop());

  async function keep(key: string, text: string) {
    await storage.saveFile(key, await storage.createTemp(bytes(text)));
  }
  async function read(key: string, range?: { start: number; end: number }) {
    const opened = await storage.openFile(key, range);
    return opened && { text: (await buffer(opened.stream)).toString(), size: opened.size };
  }

  test("keeps received bytes in a local file until they are saved", async () => {
    const temp = await storage.createTemp(bytes("clay ", "pot"));
    expect(await readFile(temp.path, "utf8")).toBe("clay pot");
    expect(await storage.openFile("digital/pot")).toBeNull();
    await storage.saveFile("digital/pot", temp);
    expect(await read("digital/pot")).toEqual({ text: "clay pot", size: 8 });
    await expect(access(temp.path)).rejects.toThrow();
  });

  test("deletes nothing when a saved file is discarded", async () => {
    const temp = await storage.createTemp(bytes("clay pot"));
    await storage.saveFile("digital/pot", temp);
    await temp.discard();
    expect((await read("digital/pot"))?.text).toBe("clay pot");
  });

  test("leaves nothing of a source that fails", async () => {
    let failed = "";
    async function* broken() {
      yield Buffer.from("half");
      failed = "yes";
      throw new Error("the sender left");
    }
    await expect(storage.createTemp(broken())).rejects.toThrow("the sender left");
    expect(failed).toBe("yes");
  });

  test("saves and opens an empty file", async () => {
    const temp = await storage.createTemp(bytes());
    expect((await stat(temp.path)).size).toBe(0);
    await temp.discard();
    await expect(access(temp.path)).rejects.toThrow();
  });

  test("reads a part of a file by its first and last byte", async () => {
    await keep("images/a/960.webp", "0123456789");
    expect(await read("images/a/960.webp", { start: 2, end: 4 })).toEqual({ text: "234", size: 10 });
    expect(await read("images/a/960.webp", { start: 9, end: 9 })).toEqual({ text: "9", size: 10 });
  });

  test("replaces the file when saving under the same key again", async () => {
    await keep("digital/pot", "first");
    await keep("digital/pot", "second");
    expect((await read("digital/pot"))?.text).toBe("second");
  });

  test("deletes only the given file, and ignores a second deletion", async () => {
    await keep("images/a/240.webp", "small");
    await keep("images/a/960.webp", "large");
    await storage.deleteFile("images/a/240.webp");
    await storage.deleteFile("images/a/240.webp");
    expect(await read("images/a/240.webp")).toBeNull();
    expect((await read("images/a/960.webp"))?.text).toBe("large");
  });

  test("loses nothing when files are saved and deleted at the same time", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `digital/file-${index}`);
    await Promise.all(
      names.map(async (key) => {
        await keep(`${key}-gone`, "gone");
        await Promise.all([storage.deleteFile(`${key}-gone`), keep(key, key)]);
      }),
    );
    for (const key of names) expect((await read(key))?.text).toBe(key);
  });

  test("rejects a key that leads out of the storage", async () => {
    const temp = await storage.createTemp(bytes("x"));
    for (const key of [
      "",
      "../x",
      "a/../../x",
      "/etc/passwd",
      "a//b",
      "a/",
      ".incoming/x",
      "A",
      "a\u0000b",
      "a\\b",
    ]) {
      await expect(storage.saveFile(key, temp), key).rejects.toThrow("Not a storage key.");
      await expect(storage.openFile(key), key).rejects.toThrow("Not a storage key.");
      await expect(storage.deleteFile(key), key).rejects.toThrow("Not a storage key.");
    }
    await temp.discard();
  });
}
