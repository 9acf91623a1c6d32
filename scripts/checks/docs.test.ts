import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { SETTING_NAMES } from "../../server/config/environment.ts";

const pages: string[] = [];
for await (const page of glob(["*.md", "docs/**/*.md"])) pages.push(page);
const read = (file: string) => readFile(file, "utf8");

test("every link of the documentation leads to a file", async () => {
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

test("every page for operators is in the index, and every setting in .env.example", async () => {
  const index = await read("docs/README.md");
  const operators = pages.filter((page) => /^docs\/[a-z]+\.md$/.test(page));
  expect(operators.filter((page) => !index.includes(`(${page.slice("docs/".length)})`))).toEqual([]);
  const example = await read(".env.example");
  expect(SETTING_NAMES.filter((name) => !new RegExp(`^#?${name}=`, "m").test(example))).toEqual([]);
});

test("the pages for operators lead from one to the next, in the order of the index", async () => {
  const index = [...(await read("docs/README.md")).matchAll(/^\d+\. \[[^\]]+\]\(([^)]+)\)/gm)];
  const order = index.map(([, file = ""]) => normalize(join("docs", file)));
  expect(order.length).toBeGreaterThan(10);
  for (const [at, page] of order.slice(0, -1).entries()) {
    const next = /\nNext: \[[^\]]+\]\(([^)]+)\)\n$/.exec(await read(page))?.[1] ?? "";
    expect(normalize(join(dirname(page), next)), page).toBe(order[at + 1]);
  }
});
