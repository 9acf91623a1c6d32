import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = globSync("{contract,server,web,scripts,bench,e2e}/**/*.{ts,tsx,mjs}", {
  exclude: ["scripts/checks/language.test.ts"],
}).map((path) => ({ path, text: readFileSync(path, "utf8") }));
const isTest = (path: string) => /\.(test|spec|test-kit|test-suite)\.|\/testing\//.test(path);

/** Beginnings of a comment without a subject, and a result added by a semicolon: readers must read both twice. */
const UNCLEAR =
  /^ *(?:\/\*\*|\*|\/\/) *(?:What|That|Those|One) |^ *(?:\/\*\*|\*|\/\/).*; (?:null|undefined|false) (?:for|when)/;

/** Words of a test's title that leave open what is expected. */
const VAGUE = /\b(should|correctly|properly|as expected|works fine)\b/i;

/** The titles of the tests of a file. */
function titlesOf({ path, text }: { path: string; text: string }): string[] {
  const title =
    /^\s*(?:(?:test|it)[\w.]*(?:\([^"`\n]*\))?\(|.*\]\)\(|.*\] as const\)\()\s*(["`])((?:(?!\1).)+)\1/gm;
  return [...text.matchAll(title)].map(([, , words]) => `${path}: ${words}`);
}

test("finds only comments that begin with their subject and say one thing a sentence", () => {
  const lines = sources.flatMap(({ path, text }) => text.split("\n").map((line) => `${path}: ${line}`));
  expect(lines.filter((line) => UNCLEAR.test(line.slice(line.indexOf(": ") + 2)))).toEqual([]);
});

/** The only sentence of the specification with the other apostrophe. */
const SPECIFIED = "whenever you’re ready";

test("finds one kind of apostrophe in texts", () => {
  // French and Italian have the other apostrophe.
  const english = sources.filter(({ path }) => !/\/legal-texts\/(fr|it)\.ts$/.test(path));
  const lines = english.flatMap(({ path, text }) =>
    text.split("\n").map((line) => `${path}: ${line.trim()}`),
  );
  const withoutQuotes = lines.map((line) => line.replace(SPECIFIED, "").replace(/‘[^’]*’/g, ""));
  expect(withoutQuotes.filter((line) => /[a-z]’/i.test(line))).toEqual([]);
});

test("finds no vague words in titles of tests", () => {
  const titles = sources
    .filter(({ path }) => /\.(test|spec|test-suite|drill)\./.test(path))
    .flatMap(titlesOf);
  expect(titles).not.toEqual([]);
  expect(titles.filter((title) => VAGUE.test(title))).toEqual([]);
});

test("finds errors only in tables of errors, so that each has an id, a text and parameters", () => {
  const making = sources.filter(
    ({ path, text }) => path.startsWith("server/") && /\bnew AppError\(/.test(text),
  );
  expect(making.map(({ path }) => path).filter((path) => !isTest(path))).toEqual([
    "server/platform/http/app-error.ts",
  ]);
});

test("finds one file that formats numbers, dates and names by language, and a script of visitors", () => {
  const others = sources.filter(
    ({ path, text }) =>
      /^(contract|server|web)\//.test(path) &&
      !isTest(path) &&
      /\bIntl\.|\.toLocale|\.localeCompare\(/.test(text),
  );
  expect(others.map(({ path }) => path).sort()).toEqual([
    "contract/rules/formats.ts",
    "web/storefront/enhancements/countdown.ts",
  ]);
});
