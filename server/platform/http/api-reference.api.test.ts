import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
/** The compressed size that a page of this product has at most. */
const BUDGET = 14_336;

test("shows every operation of the API document, in pages without scripts or foreign addresses", async () => {
  const { body } = await site.call("GET", "/api/openapi.json");
  const start = await site.call("GET", "/api/docs");
  expect(start.headers["content-type"]).toBe("text/html; charset=utf-8");
  const pages = new Map([["", start.text]]);
  for (const { name } of body.tags) pages.set(name, (await site.call("GET", `/api/docs/${name}`)).text);
  for (const methods of Object.values<object>(body.paths)) {
    for (const { operationId, tags } of Object.values(methods)) {
      expect(start.text).toContain(`href="/api/docs/${tags[0]}#${operationId}"`);
      expect(pages.get(tags[0])).toContain(`id="${operationId}"`);
    }
  }
  for (const [name, html] of pages) {
    expect(gzipSync(html).length, name).toBeLessThanOrEqual(BUDGET);
    expect(html, name).not.toMatch(/<script|<img|<link|\bsrc=|url\(/);
    for (const [, href = ""] of html.matchAll(/href="([^"]*)"/g)) {
      expect(href, name).toMatch(/^(\/api\/|#)/);
      if (href.startsWith("#")) expect(html, name).toContain(`id="${href.slice(1)}"`);
    }
  }
});

test("names method, path, scope, fields, errors and an example", async () => {
  const { text } = await site.call("GET", "/api/docs/tiles");
  const [, section = ""] = /<section id="tilesCreate">(.*?)<\/section>/s.exec(text) ?? [];
  for (const part of [
    "POST /api/tiles",
    "page:write",
    "<code>title</code>",
    "tiles.limit_reached",
    "My shop",
  ])
    expect(section).toContain(part);
  expect(text).toContain('id="entity-Tile"');
});

test("returns 404 for a group that does not exist", async () => {
  for (const group of ["nothing", "__proto__", "<b>"])
    expect((await site.call("GET", `/api/docs/${encodeURIComponent(group)}`)).status).toBe(404);
});
