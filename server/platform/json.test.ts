import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MAX_JSON_DEPTH, parseJson, readText } from "./json.ts";

const nested = (depth: number, open = "[", close = "]") => open.repeat(depth) + close.repeat(depth);

test("parses JSON up to the maximum depth", () => {
  const deepest = nested(MAX_JSON_DEPTH);
  expect(JSON.stringify(parseJson(deepest))).toBe(deepest);
  expect(() => parseJson(nested(MAX_JSON_DEPTH + 1))).toThrow(SyntaxError);
  expect(() => parseJson(nested(MAX_JSON_DEPTH + 1, '{"a":', "}").replace("}", "1}"))).toThrow(SyntaxError);
  expect(() => parseJson("[".repeat(1_000_000))).toThrow("the JSON is too deep");
});

test("ignores brackets within strings", () => {
  const texts = ["[".repeat(5000), '"[{'.repeat(900), "\\".repeat(33), '\\"['.repeat(900)];
  expect(parseJson(JSON.stringify(texts))).toEqual(texts);
  expect(() => parseJson('"[[')).toThrow(SyntaxError);
});

test("rejects a text that is mostly brackets, and parses a normal one of the same length", () => {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, url: "https://a" }));
  expect(parseJson(JSON.stringify(rows))).toEqual(rows);
  expect(() => parseJson(`[${"{},".repeat(200_000)}{}]`)).toThrow("too many objects");
});

test("rejects a text above its length", () => {
  expect(() => parseJson(JSON.stringify("x".repeat(1024 * 1024)))).toThrow("too long");
  expect(() => parseJson('"four"', 5)).toThrow("too long");
  expect(parseJson('"four"', 6)).toBe("four");
});

test("reads a response up to its limit", async () => {
  expect(await readText(new Response("four"), 4)).toBe("four");
  await expect(readText(new Response("fives"), 4)).rejects.toThrow("too long");
  expect(await readText(new Response(null))).toBe("");
});

/** Files that parse only JSON of the product's own build, memory and disk. */
const OWN_JSON = [
  "server/platform/jobs/adapters/memory.ts",
  "server/platform/json.ts",
  "server/platform/render/adapters/built.ts",
  "server/platform/worker-restarts.ts",
];

test("parses JSON from outside only with these bounds, in every file of the server", () => {
  const files = globSync("{server/*,server/{backup,modules,platform,start,config}/**/*}.ts")
    .filter((path) => !/\.(test|test-kit|test-suite)\.ts$|\/test-/.test(path))
    .filter((path) => /JSON\.parse\(|\.json\(\)/.test(readFileSync(path, "utf8")));
  expect(files.sort()).toEqual(OWN_JSON);
});
