import fc from "fast-check";
import { expect, test } from "vitest";
import { consoleDocument, escapeJson, pageDocument } from "./document.ts";

test("JSON inside a page cannot end the element that it stands in", () => {
  const nasty = fc.string({
    unit: fc.constantFrom(
      "</script>",
      "<!--",
      "<script",
      "]]>",
      "&lt;",
      "\u2028",
      "\u2029",
      '"',
      "\\",
      "\0",
      "a",
    ),
  });
  fc.assert(
    fc.property(nasty, (text) => {
      const escaped = escapeJson(JSON.stringify({ text }));
      expect(escaped).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(escaped)).toEqual({ text });
    }),
  );
});

test("a page carries its markup, its files and the model that it was drawn from", () => {
  const html = pageDocument({
    rendered: { head: "<title>Hello</title>", body: "<h1>Hello</h1>", modules: [] },
    model: { page: "creator-missing" },
    site: { publicUrl: "https://tessera.example" },
    assets: { headTags: '<link rel="stylesheet" href="/a.css">', script: "/a.js" },
  });
  expect(html).toMatch(/^<!doctype html><html lang="en">/);
  expect(html).toContain('<title>Hello</title><link rel="stylesheet" href="/a.css">');
  expect(html).toContain('<script type="module" src="/a.js"></script></head>');
  expect(html).toContain('<div id="root"><h1>Hello</h1></div>');
  expect(html).toContain(
    '{"model":{"page":"creator-missing"},"site":{"publicUrl":"https://tessera.example"}}',
  );
});

test("the console is kept out of search engines", () => {
  expect(consoleDocument({ headTags: "", script: "/c.js" }, {})).toContain(
    '<meta name="robots" content="noindex">',
  );
});

test("a page without scripts carries neither a script nor the model", () => {
  const html = pageDocument({
    rendered: { head: "", body: "<h1>Hello</h1>", modules: null },
    model: { page: "creator-missing" },
    site: { publicUrl: "https://tessera.example" },
    assets: { headTags: "", script: null },
  });
  expect(html).not.toContain("<script");
  expect(html).toContain('<div id="root"><h1>Hello</h1></div></body>');
});
