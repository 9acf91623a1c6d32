import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { concurrently } from "../../testing/concurrently.ts";
import { makeTestFolder } from "../../testing/temporary-folder.ts";
import { createFileDurably, writeFileDurably } from "./durable.ts";

test("replaces the previous file with one that only its owner can read, and leaves no temporary file", async () => {
  const folder = await makeTestFolder();
  const path = join(folder, "a");
  await writeFileDurably(path, "one");
  await writeFileDurably(path, Buffer.from("two"));
  expect(await readFile(path, "utf8")).toBe("two");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["a"]);
});

test("leaves no temporary file of a failed write", async () => {
  const folder = await makeTestFolder();
  await mkdir(join(folder, "a", "in the way"), { recursive: true });
  await expect(writeFileDurably(join(folder, "a"), "one")).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(await readdir(folder)).toEqual(["a"]);
});

test("lets one of many concurrent creations succeed, and returns its contents for all", async () => {
  const folder = await makeTestFolder();
  const path = join(folder, "a");
  const created = await concurrently(20, (n) => createFileDurably(path, `${n}`));
  expect(created.filter(Boolean)).toHaveLength(1);
  expect(await readFile(path, "utf8")).toBe(`${created.indexOf(true)}`);
  expect(await readdir(folder)).toEqual(["a"]);
});
