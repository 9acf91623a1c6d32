import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const pages: string[] = [];
for await (const page of glob(["*.md", "docs/**/*.md"])) pages.push(page);
const read = (file: string) => readFile(file, "utf8");

test("finds the file of every link in the documentation", async () => {
  const missing: string[] = [];
  for (const page of pages) {
    for (const [, target = ""] of (await read(page)).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (!/^[a-z]+:/.test(target) && !existsSync(join(dirname(page), target)))
        missing.push(`${page}: ${target}`);
    }
  }
  expect(pages.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

/** The anchor that GitHub and Forgejo give a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");

test("finds the heading of every anchor in a link", async () => {
  const missing: string[] = [];
  let anchors = 0;
  for (const page of pages)
    for (const [, target = "", anchor = ""] of (await read(page)).matchAll(/\]\(([^)#\s:]*)#([^)]+)\)/g)) {
      const headings = (await read(target ? join(dirname(page), target) : page)).matchAll(/^#+ (.+)$/gm);
      anchors += 1;
      if (!headings.some(([, heading = ""]) => anchorOf(heading) === anchor))
        missing.push(`${page}: ${target}#${anchor}`);
    }
  expect(anchors).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});

test("lists every page for operators in the index", async () => {
  const index = await read("docs/README.md");
  const operators = pages.filter((page) => /^docs\/[a-z]+\.md$/.test(page));
  expect(operators.filter((page) => !index.includes(`(${page.slice("docs/".length)})`))).toEqual([]);
});

test("links the pages for operators in the order of the index", async () => {
  const index = [...(await read("docs/README.md")).matchAll(/^\d+\. \[[^\]]+\]\(([^)]+)\)/gm)];
  const order = index.map(([, file = ""]) => normalize(join("docs", file)));
  expect(order.length).toBeGreaterThan(10);
  for (const [at, page] of order.slice(0, -1).entries()) {
    const next = /\nNext: \[[^\]]+\]\(([^)]+)\)\n$/.exec(await read(page))?.[1] ?? "";
    expect(normalize(join(dirname(page), next)), page).toBe(order[at + 1]);
  }
});

const SUITES = "{contract,server,web,scripts,e2e}/**/*.{test.ts,test.tsx,spec.ts,drill.ts}";
const suites: string[] = [];
for await (const suite of glob(SUITES)) suites.push(suite);
const suitesNamed = (name: string) => suites.filter((path) => `/${path}`.endsWith(`/${name}`));
const SUITE_OR_TEST = /`([\w./-]+\.(?:test|spec|drill)\.tsx?)`|"([^"]+)"/g;

test("finds every test file named in the documentation", async () => {
  const missing: string[] = [];
  for (const page of pages)
    for (const [, name] of (await read(page)).matchAll(SUITE_OR_TEST))
      if (name && suitesNamed(name).length === 0) missing.push(`${page}: ${name}`);
  expect(missing).toEqual([]);
});

test("finds a test for every threat", async () => {
  const missing: string[] = [];
  let threats = 0;
  for (const page of ["SECURITY.md", "docs/sign-in-threats.md"]) {
    let source = "";
    for (const line of (await read(page)).split("\n").filter((row) => /^\| (?!---)/.test(row))) {
      let isNamed = /the same|sign-in-threats\.md/.test(line);
      for (const [, file, name = ""] of line.matchAll(SUITE_OR_TEST)) {
        if (file) source = (await Promise.all(suitesNamed(file).map(read))).join();
        else if (!source.includes(name)) missing.push(`${page}: ${name}`);
        isNamed = true;
      }
      if (isNamed) threats += 1;
      // The header rows of the tables.
      else if (!/^\| (What|Threat|Attempt) \|/.test(line)) missing.push(`${page}: ${line}`);
    }
  }
  expect(threats).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});
