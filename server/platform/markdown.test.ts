import { expect, test } from "vitest";
import type { DocumentBlock, DocumentSpan } from "../../contract/pages/document-models.ts";
import { hostileUrls } from "../../contract/rules/hostile-urls.test-kit.ts";
import { parseMarkdown } from "./markdown.ts";

const text = (value: string): DocumentSpan => ({ kind: "text", text: value });
const paragraph = (value: string): DocumentBlock => ({ kind: "paragraph", spans: [text(value)] });

/** Returns the spans of a text with one paragraph. */
function spansOf(source: string): DocumentSpan[] {
  const [block, ...more] = parseMarkdown(source);
  expect(more).toEqual([]);
  if (block?.kind !== "paragraph") throw new Error(`${source} is no paragraph`);
  return block.spans;
}

test("parses headings with ids, and joins wrapped lines", () => {
  expect(parseMarkdown("# 1. Scope\n\nOne\ntwo.\n\n## § 2: Wer, was?\n\n## § 2: Wer, was?\n")).toEqual([
    { kind: "heading", level: 1, id: "1-scope", spans: [text("1. Scope")] },
    paragraph("One\ntwo."),
    { kind: "heading", level: 2, id: "-2-wer-was", spans: [text("§ 2: Wer, was?")] },
    { kind: "heading", level: 2, id: "-2-wer-was-1", spans: [text("§ 2: Wer, was?")] },
  ]);
});

test("parses nested lists, quotes, rules and code", () => {
  expect(parseMarkdown("3. a\n   - b\n4. c\n\n> q\n\n---\n\n```\nx < y\n```\n")).toEqual([
    {
      kind: "list",
      isOrdered: true,
      start: 3,
      items: [
        [paragraph("a"), { kind: "list", isOrdered: false, start: 1, items: [[paragraph("b")]] }],
        [paragraph("c")],
      ],
    },
    { kind: "quote", blocks: [paragraph("q")] },
    { kind: "rule" },
    { kind: "code", text: "x < y" },
  ]);
});

test("parses tables with line breaks", () => {
  expect(parseMarkdown("| What | How long |\n|---|:-:|\n| IP<br>address | **0** days |\n")).toEqual([
    {
      kind: "table",
      head: [[text("What")], [text("How long")]],
      rows: [
        [
          [text("IP"), { kind: "break" }, text("address")],
          [{ kind: "strong", spans: [text("0")] }, text(" days")],
        ],
      ],
    },
  ]);
});

test("parses styles and code within a line", () => {
  expect(spansOf("*a* ~~b~~ `c<d` e  \nf")).toEqual([
    { kind: "emphasis", spans: [text("a")] },
    text(" "),
    { kind: "deleted", spans: [text("b")] },
    text(" "),
    { kind: "code", text: "c<d" },
    text(" e"),
    { kind: "break" },
    text("f"),
  ]);
});

test("decodes character references, and leaves unknown ones as text", () => {
  expect(spansOf("&sect;&nbsp;5 &amp; &#8364; &nope; \\&copy;")).toEqual([
    text("§\u00a05 & € &nope; "),
    text("&"),
    text("copy;"),
  ]);
});

test("shows HTML as text, leaves out comments, and describes images", () => {
  expect(parseMarkdown("<!-- draft -->\n\n<script>alert(1)</script>\n")).toEqual([
    paragraph("<script>alert(1)</script>"),
  ]);
  expect(spansOf("a <b onclick=x()>c</b> ![logo](https://x.example/a.png)")).toEqual([
    text("a "),
    text("<b onclick=x()>"),
    text("c"),
    text("</b>"),
    text(" "),
    text("logo"),
  ]);
});

test("links pages, emails, phones, paths of this site and headings", () => {
  const hrefs = ["https://a.example/x", "mailto:a@b.example", "tel:+491234", "/privacy", "#scope"];
  for (const href of hrefs)
    expect(spansOf(`[x](${href})`)).toEqual([{ kind: "link", href, spans: [text("x")] }]);
  expect(spansOf("Write to a@b.example")).toContainEqual({
    kind: "link",
    href: "mailto:a@b.example",
    spans: [text("a@b.example")],
  });
});

test("links nothing that runs a script or leaves the site without saying so", () => {
  const urls = [
    ...hostileUrls.map(({ url }) => url),
    "javascript:alert(1)",
    "//evil.example",
    "/\\evil.example",
  ];
  for (const url of urls)
    for (const source of [`[a](${url})`, `[a](<${url}>)`, `<${url}>`, `[a]: ${url}\n\n[a]`])
      for (const href of JSON.stringify(parseMarkdown(source)).matchAll(/"href":"([^"]*)"/g))
        expect(href[1], source).toMatch(/^(?:https?:\/\/[^/]|mailto:|tel:|#|\/(?![/\\]))/);
  expect(JSON.stringify(parseMarkdown("[a](javascript:alert(1))"))).not.toContain("href");
});

test("rejects a text that nests too deeply", () => {
  expect(() => parseMarkdown(`${"> ".repeat(25)}x`)).toThrow("nested in more than 24 levels");
});
