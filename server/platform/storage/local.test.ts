import { mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { makeTestFolder } from "../../testing/temporary-folder.ts";
import { AppError } from "../http/app-error.ts";
import { localStorage } from "./adapters/local.ts";
import { toStorageError } from "./errors.ts";
import { testStorage } from "./storage.test-suite.ts";

let folder: string;
beforeEach(async () => {
  folder = await makeTestFolder();
});

describe("files in a folder", () => testStorage(() => localStorage({ folder })));

describe("the folder itself", () => {
  test("lets only the owner of the process read the folders and their files", async () => {
    const uploads = join(folder, "uploads");
    await mkdir(uploads, { mode: 0o755 });
    const storage = await localStorage({ folder: uploads });
    await storage.saveFile("digital/pot", await storage.createTemp(text("pot")));
    for (const name of ["", ".incoming", "digital"]) {
      expect((await stat(join(uploads, name))).mode & 0o777, name).toBe(0o700);
    }
    expect((await stat(join(uploads, "digital/pot"))).mode & 0o777).toBe(0o600);
    await storage.stop();
  });

  test("lets the group read saved files, but no uploads in progress, if a proxy sends files", async () => {
    const before = process.umask(0o077);
    try {
      const storage = await localStorage({ folder: join(folder, "uploads"), groupReads: true });
      await storage.saveFile("images/a/960.webp", await storage.createTemp(text("pot")));
      for (const name of ["", "images", "images/a"])
        expect((await stat(join(folder, "uploads", name))).mode & 0o777, name).toBe(0o750);
      expect((await stat(join(folder, "uploads/images/a/960.webp"))).mode & 0o777).toBe(0o640);
      expect((await stat(join(folder, "uploads/.incoming"))).mode & 0o777).toBe(0o700);
      await storage.stop();
    } finally {
      process.umask(before);
    }
  });

  test("leaves no temporary file of a failed upload, and deletes an image's folder with its last size", async () => {
    const storage = await localStorage({ folder });
    await expect(storage.createTemp(failing())).rejects.toThrow("gone");
    expect(await readdir(join(folder, ".incoming"))).toEqual([]);
    await storage.saveFile("images/a/960.webp", await storage.createTemp(text("x")));
    await storage.deleteFile("images/a/960.webp");
    expect(await readdir(folder)).toEqual([".incoming", "images"]);
    expect(await readdir(join(folder, "images"))).toEqual([]);
    await storage.stop();
  });

  test("deletes temporary files of a killed process at a start an hour later", async () => {
    const staging = join(folder, ".incoming");
    await mkdir(staging);
    await writeFile(join(staging, "old"), "x");
    await writeFile(join(staging, "fresh"), "x");
    const now = new Date("2026-05-01T12:00:00Z");
    await utimes(join(staging, "old"), now, new Date("2026-05-01T10:59:59Z"));
    await utimes(join(staging, "fresh"), now, new Date("2026-05-01T11:00:01Z"));
    const storage = await localStorage({ folder, clock: { now: () => now } });
    expect(await readdir(staging)).toEqual(["fresh"]);
    await storage.stop();
  });
});

test("converts only the error of a full disk", () => {
  const full = toStorageError(Object.assign(new Error("no space"), { code: "ENOSPC" }));
  expect(full).toMatchObject({ status: 507, code: "storage.full" });
  expect(full).toBeInstanceOf(AppError);
  const other = Object.assign(new Error("denied"), { code: "EACCES" });
  expect(toStorageError(other)).toBe(other);
});

async function* text(value: string) {
  yield Buffer.from(value);
}

async function* failing() {
  yield Buffer.from("half");
  throw new Error("gone");
}
