import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { siteLinks } from "../../contract/rules/site.ts";
import { problemsOf } from "../testing/config-problems.ts";
import { readConfig } from "./config.ts";

async function makeFile(content: string | Buffer, name = "terms.md"): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tessera-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}
const termsOf = (SITE_TERMS: string) => readConfig({ SITE_TERMS }).siteDocuments.terms;

const TEXT = "# Terms\n\nBe kind.\n";
const SHA256 = createHash("sha256").update(TEXT).digest("hex");

test("reads a text with its SHA-256", async () => {
  const path = await makeFile(TEXT);
  expect(termsOf(path)).toEqual({ text: TEXT, path, language: null, version: SHA256 });
});

test.each([
  ["Windows line ends", TEXT.replaceAll("\n", "\r\n")],
  ["a byte order mark", `\ufeff${TEXT}`],
  ["no line end", TEXT.trimEnd()],
  ["empty lines at the end", `${TEXT}\n\n`],
])("reads a text with %s as the same version", async (_what, content) => {
  expect(termsOf(await makeFile(content))).toMatchObject({ text: TEXT, version: SHA256 });
});

test("reads another version from a changed word", async () => {
  expect(termsOf(await makeFile(TEXT.replace("kind", "nice")))?.version).not.toBe(SHA256);
});

test.each([
  ["terms.de.md", "de"],
  ["terms.pt-BR.md", "pt-BR"],
  ["terms.md", null],
  ["terms.old.md", null],
  ["terms.v2.md", null],
])("reads the language of %s from its name", async (name, language) => {
  expect(termsOf(await makeFile(TEXT, name))).toMatchObject({ language });
});

test("has a URL with the URL as its version", () => {
  const url = "https://company.example/terms?a=b";
  const version = createHash("sha256").update(url).digest("hex");
  expect(termsOf(url)).toEqual({ url, version });
});

test("links documents in a fixed order after the contact, texts by their paths", async () => {
  const { site } = readConfig({
    SITE_TERMS: "https://company.example/terms",
    SITE_IMPRINT: await makeFile(TEXT),
    SITE_CONTACT: "hello@company.example",
  });
  expect(siteLinks(site)).toEqual([
    { label: "Contact", href: "mailto:hello@company.example" },
    { label: "Imprint", href: "/imprint" },
    { label: "Terms", href: "https://company.example/terms" },
  ]);
  expect(siteLinks(readConfig({}).site)).toEqual([]);
});

const NO_URL = "must be the path of a Markdown file, or an https URL such as https://company.example/terms";

test.each([
  "http://company.example/terms",
  "https://user:secret@company.example/terms",
  "javascript:alert(1)",
  "data:text/html,<h1>x</h1>",
  "file:///etc/passwd",
  "https://",
  `https://company.example/${"x".repeat(2048)}`,
])("rejects the URL %s", (SITE_TERMS) => {
  expect(problemsOf({ SITE_TERMS })).toEqual([`SITE_TERMS ${NO_URL}`]);
});

test.each([
  ["SITE_IMPRINT", "/nowhere/imprint.md", /^SITE_IMPRINT must name a file that this user can read: ENOENT/],
  ["SITE_PRIVACY", "/tmp", /^SITE_PRIVACY must name a file, such as .*; \/tmp is not a file$/],
])("names %s if its file is missing or no file", (name, path, problem) => {
  expect(problemsOf({ [name]: path })).toEqual([expect.stringMatching(problem)]);
});

test.each([
  ["5 MB", Buffer.alloc(5 * 1024 * 1024, "a"), /must name a file of at most 100 KB; .* has 5 MB$/],
  ["101 KB", "a".repeat(100 * 1024 + 1), /must name a file of at most 100 KB; .* has 101 KB$/],
  ["no bytes", "", /must name a file with content; .* is empty$/],
  ["only blanks", " \n\t\n", /must name a file with content; .* is empty$/],
  ["Latin-1", Buffer.from("Datenschutzerklärung", "latin1"), /must name a Markdown file in UTF-8/],
  ["UTF-16", Buffer.from("\ufeffTerms", "utf16le"), /must name a Markdown file in UTF-8/],
  ["NUL", "Terms\0", /must name a Markdown file in UTF-8, such as .*; .* is another file$/],
  ["a PDF", "%PDF-1.7\n\x1b\x02", /must name a Markdown file in UTF-8/],
])("rejects a file of %s", async (_what, content, problem) => {
  expect(problemsOf({ SITE_TERMS: await makeFile(content) })).toEqual([
    expect.stringMatching(new RegExp(`^SITE_TERMS ${problem.source}`)),
  ]);
});

test("reads a file of exactly 100 KB", async () => {
  expect(termsOf(await makeFile("a".repeat(100 * 1024)))).toMatchObject({ language: null });
});
