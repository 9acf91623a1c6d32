import fc from "fast-check";
import { expect, test } from "vitest";
import { expectLinear } from "../../server/testing/costs.ts";
import { forAll } from "./for-all.test-kit.ts";
import { type Block, parseFormatted, plainText, type Span } from "./formatting.ts";
import { hostileUrls } from "./hostile-urls.test-kit.ts";
import { limits } from "./limits.ts";

const spansOf = (text: string): Span[] => {
  const [block, ...more] = parseFormatted(text);
  expect(more).toEqual([]);
  return block?.kind === "paragraph" ? block.spans : [];
};
const allSpans = (blocks: Block[]) =>
  blocks.flatMap((block) => (block.kind === "list" ? block.items.flat() : block.spans));

test("parses headings, paragraphs, line breaks and lists", () => {
  expect(
    parseFormatted("# What you get\nSix glazes,\ntested.\n\n\n- recipes\n* notes\n\n3. mix\n4. fire\nDone."),
  ).toEqual([
    { kind: "heading", spans: [{ text: "What you get" }] },
    { kind: "paragraph", spans: [{ text: "Six glazes,\ntested." }] },
    { kind: "list", isOrdered: false, start: 1, items: [[{ text: "recipes" }], [{ text: "notes" }]] },
    { kind: "list", isOrdered: true, start: 3, items: [[{ text: "mix" }], [{ text: "fire" }]] },
    { kind: "paragraph", spans: [{ text: "Done." }] },
  ]);
});

test("parses bold, italic and both", () => {
  expect(spansOf("a **b** *c* ***d***")).toEqual([
    { text: "a " },
    { text: "b", bold: true },
    { text: " " },
    { text: "c", italic: true },
    { text: " " },
    { text: "d", bold: true, italic: true },
  ]);
  expect(spansOf("**a *b** c*")).toEqual([
    { text: "a ", bold: true },
    { text: "b", bold: true, italic: true },
    { text: " c", italic: true },
  ]);
});

test.each([
  "2*3*4",
  "* ",
  "**",
  "a ** b",
  "5 * 4 * 3",
  "**open",
  "snake_case_name",
  "<b>bold</b>",
  "&amp;",
  "#tag",
  "-5 °C",
  "![x](y)",
  "[a](b)",
  "`code`",
])("keeps %j unchanged", (text) => expect(spansOf(text)).toEqual([{ text: text.trim() }]));

test("parses signs after a backslash as plain text", () => {
  expect(spansOf(String.raw`\*a\* \[b\](https://x.example)`)[0]).toEqual({ text: "*a* [b](" });
});

test("links only http and https", () => {
  expect(spansOf("See [the film](https://a.example/x_(1)), or https://b.example/y.")).toEqual([
    { text: "See " },
    { text: "the film", href: "https://a.example/x_(1)" },
    { text: ", or " },
    { text: "https://b.example/y", href: "https://b.example/y" },
    { text: "." },
  ]);
  for (const { url } of hostileUrls)
    for (const text of [`[a](${url})`, url, `<${url}>`])
      for (const { href } of allSpans(parseFormatted(text)))
        if (href !== undefined) expect(href, text).toMatch(/^https?:\/\/[^/]/);
  expect(allSpans(parseFormatted("[a](javascript:alert(1))")).some(({ href }) => href)).toBe(false);
});

test("loses no text of any input", () => {
  const signs = fc.constantFrom(
    "*",
    "**",
    "[",
    "]",
    "(",
    ")",
    "\\",
    "# ",
    "- ",
    "1. ",
    "\n",
    " ",
    "https://a.b/",
    "h",
    "ж",
    "é",
  );
  forAll(fc.array(fc.oneof(signs, fc.string({ maxLength: 3 })), { maxLength: 60 }), (parts) => {
    const letters = (text: string) => text.replace(/[^\p{L}]/gu, "");
    const source = parts.join("");
    const shown = allSpans(parseFormatted(source));
    const read = letters(shown.map(({ text }) => text).join(""));
    // A link's URL is not part of its text.
    const linked = letters(source.replaceAll(/\]\(https?:\/\/[^\s]*\)/gi, ""));
    if (!shown.some(({ href, text }) => href && href !== text))
      expect(read.length).toBe(letters(source).length);
    else expect(read.length).toBeLessThanOrEqual(letters(source).length);
    expect(linked.length).toBeLessThanOrEqual(letters(source).length);
  });
});

const expectLinearCost = (text: string) =>
  expectLinear((share) => parseFormatted(text.slice(0, share * text.length)), text.slice(0, 20));

test("reads 100 kB of hostile text in linear time", async () => {
  const size = 100_000;
  const parts = [
    "*",
    "**",
    "*a ",
    "**a*",
    "[",
    "]",
    "[a](",
    "[a](http://x(",
    "[a](https://b.example)",
    "![",
    "\\",
    "- ",
    "1. ",
    "- a\n",
    "#",
    "# a\n",
    "h",
    "http://",
    "https://a",
    "((",
    "[h",
    "\n",
    " ",
    "a*",
  ];
  const endless = [
    `https://a${".".repeat(size)}x`,
    `[a](https://b${"(c)".repeat(size / 3)}`,
    `[${"a".repeat(size)}`,
  ];
  const repeated = parts.map((part) => part.repeat(size / part.length));
  for (const text of [...endless, ...repeated]) await expectLinearCost(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 }), (chosen) =>
      expectLinearCost(chosen.join("").repeat(size).slice(0, limits.productDescription.max)),
    ),
    { numRuns: 20 },
  );
});

test("returns plain text without signs", () => {
  expect(plainText("# Hello\n\n**Six** glazes:\n- [one](https://a.example)\n- two")).toBe(
    "Hello\nSix glazes:\none\ntwo",
  );
});
