import { expect, test } from "vitest";
import { limits } from "../../../contract/rules/limits.ts";
import { titleOf } from "./link-title.ts";
import { MAX_PASTED_LINKS, readPasted } from "./pasted-links.ts";

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
  expect(readPasted(text).urls).toEqual(links);
});

test("extracts a limited number of links from a long paste, and none from megabytes without a space", () => {
  const lines = Array.from({ length: 2_000 }, (_, line) => `https://a.example/${line}`).join("\n");
  const { urls, dropped } = readPasted(lines);
  expect(urls).toHaveLength(MAX_PASTED_LINKS);
  expect(dropped).toHaveLength(2_000 - MAX_PASTED_LINKS);
  for (const text of [
    "a.".repeat(2_000_000),
    "a".repeat(4_000_000),
    "https://".repeat(500_000),
    `${"),.;".repeat(1_000_000)}x`,
  ])
    expect(readPasted(text).urls).toEqual([]);
});

test.each([
  ["https://a.example\n@maravey\nmy shop\n\n", ["@maravey", "my shop"]],
  ["@maravey https://a.example and (https://b.example)", ["@maravey"]],
  ["My shop: https://a.example", []],
  [`https://a.example\n${"x".repeat(5_000)}`, [`${"x".repeat(59)}…`]],
])("names what is no link in %j", (text, dropped) => {
  expect(readPasted(text).dropped).toEqual(dropped);
});

test("names a link without a title by its site or host", () => {
  expect(titleOf("https://open.spotify.com/track/1")).toBe("Spotify");
  expect(titleOf("https://music.youtube.com/watch?v=1")).toBe("YouTube Music");
  expect(titleOf("https://notyoutube.com/")).toBe("notyoutube.com");
  expect(titleOf("https://youtube.com.example/")).toBe("youtube.com.example");
  expect(titleOf("https://www.shop.example:8443/a")).toBe("shop.example");
  expect(titleOf(`https://${"long.".repeat(45)}example`)).toHaveLength(limits.tileTitle.max);
});
