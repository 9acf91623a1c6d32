import { expect, test } from "vitest";
import { limits } from "../../../contract/rules/limits.ts";
import { linksIn, MAX_PASTED_LINKS, titleOf } from "./pasted-links.ts";

test.each([
  ["https://shop.example/a?b=c#d", ["https://shop.example/a?b=c#d"]],
  [
    "  https://a.example\nhttps://b.example/,\thttp://c.example. ",
    ["https://a.example", "https://b.example/", "http://c.example"],
  ],
  ["instagram.com/vera and youtu.be/abc", ["https://instagram.com/vera", "https://youtu.be/abc"]],
  ["bücher.example", ["https://bücher.example"]],
  ["https://a.example https://a.example", ["https://a.example"]],
  ["My shop (https://a.example)", ["https://a.example"]],
  ["javascript:alert(1) data:text/html,x ftp://a.example mailto:a@b.example just words e.g. 3.14", []],
  ["", []],
])("extracts the links of %j", (text, links) => {
  expect(linksIn(text)).toEqual(links);
});

test("bounds a paste of two thousand lines, or of megabytes without a space", () => {
  const lines = Array.from({ length: 2_000 }, (_, line) => `https://a.example/${line}`).join("\n");
  expect(linksIn(lines)).toHaveLength(MAX_PASTED_LINKS);
  for (const text of [
    "a.".repeat(2_000_000),
    "a".repeat(4_000_000),
    "https://".repeat(500_000),
    `${"),.;".repeat(1_000_000)}x`,
  ])
    expect(linksIn(text)).toEqual([]);
});

test("names a link without a title by its host", () => {
  expect(titleOf("https://www.shop.example:8443/a")).toBe("shop.example");
  expect(titleOf(`https://${"long.".repeat(45)}example`)).toHaveLength(limits.tileTitle.max);
});
