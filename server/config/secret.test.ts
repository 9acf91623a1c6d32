import { chmod, type FileHandle, open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { makeTestFolder } from "../testing/temporary-folder.ts";
import { loadOrCreateSecret } from "./secret.ts";

let folder: string;
beforeEach(async () => {
  folder = await makeTestFolder();
});

test("creates a secret of 256 bits once, readable only by its owner", async () => {
  const secret = await loadOrCreateSecret(folder);
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  expect(await loadOrCreateSecret(folder)).toBe(secret);
  expect((await stat(join(folder, "secret"))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["secret"]);
});

test("writes the folder's new entry to disk together with the secret", async () => {
  const probe = await open(folder, "r");
  const prototype: FileHandle = Object.getPrototypeOf(probe);
  await probe.close();
  const synced: number[] = [];
  const sync = vi.spyOn(prototype, "sync").mockImplementation(async function (this: FileHandle) {
    synced.push((await this.stat()).ino);
  });
  onTestFinished(() => sync.mockRestore());
  await loadOrCreateSecret(folder);
  expect(synced).toContain((await stat(folder)).ino);
});

test("rejects a secret that other users can read, with advice", async () => {
  await loadOrCreateSecret(folder);
  await chmod(join(folder, "secret"), 0o644);
  await expect(loadOrCreateSecret(folder)).rejects.toThrow(`Run: chmod 600 "${folder}/secret"`);
});
