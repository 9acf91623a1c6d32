import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";

const FOLDER = "dist/app";
const files = new Map<string, string>();

beforeAll(() => read("main.js"));

async function read(name: string): Promise<void> {
  const text = await readFile(join(FOLDER, name), "utf8");
  files.set(name, text);
  for (const [, next = ""] of text.matchAll(/"\.\/([\w.-]+\.js)"/g)) if (!files.has(next)) await read(next);
}

/** Returns the sources whose folders the bundle reads from. */
const sourceUrls = () =>
  [...files.values()].flatMap((text) =>
    [...text.matchAll(/new URL\("(\.\.\/\.\.\/[^"]+)", import\.meta\.url\)/g)].map(([, path = ""]) => path),
  );

test("finds in the bundle the folder of every source that reads files beside itself", () => {
  expect(sourceUrls()).toEqual(
    expect.arrayContaining([
      "../../server/compose.ts",
      "../../server/demo/seed.ts",
      "../../server/platform/geoip/adapters/mmdb.ts",
      "../../server/platform/database/bundled/binaries.ts",
      "../../server/modules/system/nightly-backup.ts",
    ]),
  );
  expect(sourceUrls().filter((path) => !existsSync(join(FOLDER, decodeURIComponent(path))))).toEqual([]);
});

test("bundles no package that looks for files beside its code", () => {
  const own = /new URL\("\.\.\/\.\.\/[^"]+", import\.meta\.url\)|createRequire\(import\.meta\.url\)/g;
  const rest = [...files].filter(([, text]) =>
    /\b__(?:dir|file)name\b|import\.meta\.(?:url|dirname|filename)/.test(text.replace(own, "")),
  );
  expect(rest.map(([name]) => name)).toEqual([]);
});

test("loads every file of the bundle, with the packages that it leaves out", async () => {
  const parts = [...files.keys()].filter((name) => name !== "main.js");
  expect(parts.length).toBeGreaterThan(10);
  const script = parts.map((name) => `await import("./${name}");`).join("\n");
  const command = ["--input-type=module", "--eval", script];
  await expect(promisify(execFile)(process.execPath, command, { cwd: FOLDER })).resolves.toMatchObject({
    stderr: "",
  });
});

test("contains only characters that V8 stores in one byte", () => {
  expect([...files].filter(([, text]) => /[^\0-\xff]/.test(text)).map(([name]) => name)).toEqual([]);
});
