import { parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import { type Feed, feedDocument } from "./feed-document.ts";

const at = new Date("2026-11-29T08:00:00Z");
const feed: Feed = {
  id: "tag:tessera.example,2026-11-29:creators/1",
  title: "Anna",
  url: "https://tessera.example/@anna/feed",
  pageUrl: "https://tessera.example/@anna",
  author: "Anna",
  language: "de",
  updatedAt: at,
  entries: [],
};
const entry = {
  id: "tag:x,2026-11-29:letters/1",
  url: "https://x.example/1",
  publishedAt: at,
  updatedAt: at,
};

test("writes the required elements of a feed without entries", () => {
  expect(feedDocument(feed)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">
<id>tag:tessera.example,2026-11-29:creators/1</id>
<title>Anna</title>
<updated>2026-11-29T08:00:00.000Z</updated>
<author><name>Anna</name><uri>https://tessera.example/@anna</uri></author>
<link rel="self" type="application/atom+xml" href="https://tessera.example/@anna/feed"/>
<link rel="alternate" type="text/html" href="https://tessera.example/@anna"/>
</feed>
`);
});

test("escapes texts, and removes characters that XML forbids", () => {
  const text = `</title><script>"A" & 'B'\u0000\u0008\u000B\u001F\uFFFE\uD800 ]]>`;
  const document = feedDocument({ ...feed, entries: [{ ...entry, title: text, summary: "" }] });
  expect(document).toContain(
    "<title>&lt;/title&gt;&lt;script&gt;&quot;A&quot; &amp; &#39;B&#39;\uFFFD ]]&gt;</title>",
  );
  expect(document).not.toContain("<summary>");
});

test("nests each element in well-formed XML", () => {
  const document = feedDocument({ ...feed, entries: [{ ...entry, title: "<b>", summary: "a\nb & c" }] });
  const [, root] = parseDocument(document, { xmlMode: true }).children.filter(
    ({ type }) => type === "tag" || type === "directive",
  );
  const children = root && "children" in root ? root.children : [];
  const names = children.flatMap((child) => ("name" in child ? [child.name] : []));
  expect(names).toEqual(["id", "title", "updated", "author", "link", "link", "entry"]);
});
