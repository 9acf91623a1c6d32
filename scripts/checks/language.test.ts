import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = globSync("{contract,server,web,scripts,bench,e2e}/**/*.{ts,tsx,mjs}", {
  exclude: ["scripts/checks/language.test.ts"],
}).map((path) => ({ path, text: readFileSync(path, "utf8") }));
const isTest = (path: string) => /\.(test|spec|test-kit|test-suite)\.|\/testing\//.test(path);

/** Words that need a second reading in a message: they name no actor, or stand for a term of the field. */
const BANNED =
  /\b(somebody|someone|nobody|whoever|stranger|anew|under way|goes on|begun|drawn|is away|went away|given up|by itself|stands here|at hand)\b/i;

/** Words of a test's title that leave open what is expected. */
const VAGUE =
  /\b(should|correctly|properly|as expected|works fine|forgets|forgotten|remembers|told|heard|hears|knows)\b/i;

/** The titles of the tests of a file. */
function titlesOf({ path, text }: { path: string; text: string }): string[] {
  const title =
    /^\s*(?:(?:test|it)[\w.]*(?:\([^"`\n]*\))?\(|.*\]\)\(|.*\] as const\)\()\s*(["`])((?:(?!\1).)+)\1/gm;
  return [...text.matchAll(title)].map(([, , words]) => `${path}: ${words}`);
}

/** The messages of a file that operators and users read: log lines, error texts and texts between tags. */
function messagesOf({ path, text }: { path: string; text: string }): string[] {
  const patterns = [
    /\b(?:log|request\.log)\.(?:fatal|error|warn|info)\(\s*(?:\{[^}]*\},\s*)?"([^"]+)"/g,
    /\[\s*[45]\d\d,\s*"([^"]+)"/g,
    ...(path.endsWith(".tsx") ? [/>\s*([^<>{}]*[a-z] [^<>{}]*?)\s*</g] : []),
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, message]) => message ?? ""));
}

test("log lines, error texts and UI texts use the words of the naming guide", () => {
  const messages = sources
    .filter(({ path }) => !isTest(path))
    .flatMap((source) => messagesOf(source).map((message) => `${source.path}: ${message}`));
  expect(messages).not.toEqual([]);
  expect(messages.filter((message) => BANNED.test(message))).toEqual([]);
});

/** The one sentence of the specification with the other apostrophe. */
const SPECIFIED = "whenever you’re ready";

test("texts have one kind of apostrophe", () => {
  const lines = sources.flatMap(({ path, text }) =>
    text.split("\n").map((line) => `${path}: ${line.trim()}`),
  );
  const withoutQuotes = lines.map((line) => line.replace(SPECIFIED, "").replace(/‘[^’]*’/g, ""));
  expect(withoutQuotes.filter((line) => /[a-z]’/i.test(line))).toEqual([]);
});

test("titles of tests name users and results", () => {
  const titles = sources
    .filter(({ path }) => /\.(test|spec|test-suite|drill)\./.test(path))
    .flatMap(titlesOf);
  expect(titles).not.toEqual([]);
  expect(titles.filter((title) => BANNED.test(title) || VAGUE.test(title))).toEqual([]);
});

test("every error is of a table of errors, so that it has an id, a text and parameters", () => {
  const making = sources.filter(
    ({ path, text }) => path.startsWith("server/") && /\bnew AppError\(/.test(text),
  );
  expect(making.map(({ path }) => path).filter((path) => !isTest(path))).toEqual([
    "server/platform/http/app-error.ts",
  ]);
});

test("one file formats numbers, dates and names by language", () => {
  const others = sources.filter(
    ({ path, text }) =>
      /^(contract|server|web)\//.test(path) &&
      !isTest(path) &&
      /\bIntl\.|\.toLocale|\.localeCompare\(/.test(text),
  );
  expect(others.map(({ path }) => path)).toEqual(["contract/rules/formats.ts"]);
});
