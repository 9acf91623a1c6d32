import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OF_SERVER } from "./parts-for-browsers.ts";

/** Reads of a route: `tileRoutes.list.query`, `storefrontRoutes.creator.errors`, `route.limit`. */
const PART = /\b(?:\w+Routes\.\w+|route)\??\.(\w+)/g;
/** The same in one declaration: `const { query } = route`. */
const TAKEN_APART = /\{([^{}=]*)\} = (?:\w+Routes\.\w+|route)\b/g;

/** Returns the route properties that a source reads. */
function partsIn(source: string): string[] {
  const taken = [...source.matchAll(TAKEN_APART)].flatMap(([, names = ""]) => names.split(/[\s,:]+/));
  return [...[...source.matchAll(PART)].map(([, name = ""]) => name), ...taken];
}

test("finds no route property in pages that their build removes", () => {
  const files = globSync("web/**/*.{ts,tsx}").filter((file) => !/\.test\.|testing/.test(file));
  expect(files.length).toBeGreaterThan(300);
  const reading = files.filter((file) =>
    partsIn(readFileSync(file, "utf8")).some((name) => OF_SERVER.test(name)),
  );
  expect(reading).toEqual([]);
});

test("finds reads of a route in any notation", () => {
  expect(partsIn("tileRoutes.list.query.parse(search)")).toContain("query");
  expect(partsIn("const { method, limit } = route;")).toContain("limit");
  expect(partsIn("buildUrl(route, { query })")).toEqual([]);
});
