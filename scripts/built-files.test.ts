import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Traces of a development build: a choice between two builds of a package, or JSX compiled for development. */
const DEVELOPMENT = /process\.env\.NODE_ENV|\.development\.js|jsxDEV/;

test.each([
  ["server", ["entry-mails.js", "entry-previews.js", "entry-server.js"]],
  ["client", []],
])("builds the scripts of dist/%s for production in every environment", async (part, entries) => {
  const folder = join("dist", part);
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".js"));
  expect(names).toEqual(expect.arrayContaining(entries));
  expect(names.length).toBeGreaterThan(10);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  expect(names.filter((_, place) => DEVELOPMENT.test(texts[place] ?? ""))).toEqual([]);
});
