import { describe, expect, test } from "vitest";
import { limits } from "../../../contract/rules/limits.ts";
import { expectLinear } from "../../testing/costs.ts";
import { decodeHtml } from "./html-text.ts";
import { readMetadata } from "./page-metadata.ts";

const URL_OF_PAGE = new URL("https://shop.example/bowls/");

async function* parts<T>(...list: T[]) {
  yield* list;
}
const read = (...html: string[]) => readMetadata(parts(...html), URL_OF_PAGE);
const readBytes = (contentType: string, ...chunks: Uint8Array[]) =>
  readMetadata(decodeHtml(parts(...chunks), contentType), URL_OF_PAGE);
const meta = (key: string, content: string) => `<meta property="${key}" content="${content}">`;

test("prefers Open Graph to Twitter, and Twitter to HTML, in any order", async () => {
  const tags = [
    `<title>HTML</title><meta name="description" content="HTML"><link rel="apple-touch-icon" href="html.png">`,
    `${meta("twitter:title", "Twitter")}${meta("twitter:image", "twitter.png")}${meta("twitter:description", "Twitter")}`,
    `${meta("og:title", "OG")}${meta("og:image", "og.png")}${meta("og:description", "OG")}`,
  ];
  for (const [count, from] of [
    [3, "OG"],
    [2, "Twitter"],
    [1, "HTML"],
  ] as const) {
    expect(await read(...tags.slice(0, count))).toEqual({
      title: from,
      description: from,
      imageUrl: new URL(`https://shop.example/bowls/${from.toLowerCase()}.png`),
    });
  }
});

test("takes the first value that is not empty, and the secure image", async () => {
  const html = [meta("og:title", ""), meta("og:title", "One"), meta("og:title", "Two")];
  const images = [
    meta("og:image", "http://a.example/1.png"),
    meta("og:image:secure_url", "https://a.example/2.png"),
  ];
  expect(await read(...html, ...images)).toMatchObject({
    title: "One",
    imageUrl: new URL("https://a.example/2.png"),
  });
});

test("reads the same metadata in chunks of any size", async () => {
  const html = `<head><title>A &amp; B</title>${meta("og:image", "/a&amp;b.png")}</head>`;
  const whole = await read(html);
  expect(whole).toEqual({
    title: "A & B",
    description: null,
    imageUrl: new URL("https://shop.example/a&b.png"),
  });
  for (let at = 1; at < html.length; at++)
    expect(await read(html.slice(0, at), html.slice(at)), String(at)).toEqual(whole);
});

test("accepts http and https images, relative to the page's base", async () => {
  const imageOf = async (content: string, base = "") =>
    (await read(`${base}${meta("og:image", content)}`)).imageUrl?.href ?? null;
  expect(await imageOf("//cdn.example/a.png")).toBe("https://cdn.example/a.png");
  expect(await imageOf("a.png", '<base href="/images/"><base href="/second/">')).toBe(
    "https://shop.example/images/a.png",
  );
  expect(await imageOf("a.png", '<base href="http://[">')).toBe("https://shop.example/bowls/a.png");
  expect(await imageOf("a.png", '<base href="data:text/html,x">')).toBeNull();
  for (const wrong of ["data:image/png;base64,AAAA", "file:///a.png", "javascript:1", "http://[", ""])
    expect(await imageOf(wrong), wrong).toBeNull();
  expect(await imageOf("data:image/png,", meta("twitter:image", "/b.png"))).toBe(
    "https://shop.example/b.png",
  );
});

test("falls back to the first icon that is neither SVG nor ICO", async () => {
  const pathOf = (tags: string) => read(tags).then(({ imageUrl }) => imageUrl?.pathname);
  expect(await pathOf('<link rel="icon" href="/a.ico"><link rel="icon" href="/a.png">')).toBe("/a.png");
  const other = '<link rel="icon" type="image/svg+xml" href="/a"><link rel="icon" href="/a.svg?v=1">';
  expect(await pathOf(`<link rel="shortcut icon" href="/a.ico">${other}`)).toBeUndefined();
  expect(await pathOf(`<link rel="icon" href="/a.png">${meta("og:image", "/b.png")}`)).toBe("/b.png");
  expect(await pathOf('<link rel="stylesheet" href="/a.css">')).toBeUndefined();
});

test("returns text on one line, within the limits of a tile and without control characters", async () => {
  const titleOf = async (title: string) => (await read(`<title>${title}</title>`)).title;
  expect(await titleOf(" A\n\t B\u0007C \u202eD\u2066 ")).toBe("A B C D");
  expect(await titleOf("&#0;&#8238;&#x2067;&#xD800;")).toMatch(/^\uFFFD*$/);
  expect(await titleOf("\u200b\u2060 \u3000")).toBeNull();
  expect(await titleOf("<b>Not &lt;i&gt; markup</b>")).toBe("<b>Not <i> markup</b>");
  const { max } = limits.tileTitle;
  expect(await titleOf("t".repeat(max + 1))).toBe("t".repeat(max));
  expect(await titleOf(`${"t".repeat(max - 1)}😀`)).toBe("t".repeat(max - 1));
  const long = await read(meta("og:description", "d".repeat(limits.tileDescription.max + 9)));
  expect(long.description).toHaveLength(limits.tileDescription.max);
});

test("ignores the body, scripts and comments", async () => {
  const body = `</head><body>${meta("og:title", "Body")}`;
  expect((await read(`<head><title>Head</title>${body}`)).title).toBe("Head");
  expect((await read(`<title>Head</title><body>${meta("og:title", "Body")}`)).title).toBe("Head");
  const hidden = `<script>"${meta("og:title", "Script")}"</script><!-- ${meta("og:title", "Comment")} -->`;
  expect((await read(`${hidden}<title>Head</title>`)).title).toBe("Head");
  // Some sites put their tags in the body.
  expect((await read(`<head></head><body>${meta("og:title", "Body")}`)).title).toBe("Body");
});

describe("decoding", () => {
  const ascii = (text: string) => Buffer.from(text, "latin1");
  const title = "<title>Caf\xe9</title>";

  test("prefers the header's charset to the page's, and falls back to UTF-8", async () => {
    const titleOf = async (type: string, ...bytes: Buffer[]) => (await readBytes(type, ...bytes)).title;
    expect(await titleOf("text/html; Charset='ISO-8859-1'", ascii(title))).toBe("Café");
    expect(await titleOf("text/html", ascii(`<meta charset=windows-1252>${title}`))).toBe("Café");
    const equiv = `<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">`;
    expect(await titleOf("text/html", ascii(equiv + title))).toBe("Café");
    expect(
      await titleOf("text/html; charset=utf-8", Buffer.from("<meta charset=latin1><title>é</title>")),
    ).toBe("é");
    expect(await titleOf("text/html", Buffer.from("\uFEFF<title>é</title>"))).toBe("é");
    expect(await titleOf("text/html", Buffer.from("<meta charset=utf-16><title>é</title>"))).toBe("é");
    const japanese = Buffer.from([...ascii("<title>"), 0x93, 0xfa, 0x96, 0x7b, ...ascii("</title>")]);
    expect(await titleOf("text/html; charset=Shift_JIS", japanese)).toBe("日本");
  });

  test("reads an unknown charset as UTF-8 and replaces malformed bytes", async () => {
    for (const type of ["text/html; charset=no-such", "text/html; charset=iso-2022-kr", "text/html"])
      expect((await readBytes(type, ascii(title))).title, type).toBe("Caf\uFFFD");
  });

  test("joins characters that are split between chunks", async () => {
    const bytes = Buffer.from(`<title>${"é".repeat(600)}</title>`);
    const single = [...bytes].map((byte) => Uint8Array.of(byte));
    for (const type of ["text/html", "text/html; charset=utf-8"])
      expect((await readBytes(type, ...single)).title).toBe("é".repeat(limits.tileTitle.max));
  });
});

const MEGABYTE = 2 ** 20;
const repeated = (text: string, chars: number) => text.repeat(Math.ceil(chars / text.length));

test.for([
  "<a>",
  "</a>",
  "<a></b>",
  "<p><form>",
  "<svg><title>",
  "<meta property=og:title ",
  "<meta a=b ",
  "<!--",
  "<![CDATA[",
  "<?",
  "&amp;",
  "&",
  "<",
  '<a b="',
  "<title>",
  "<title>&lt;</titl",
  "\u202e \n",
])("reads a megabyte of %j in linear time", async (text) => {
  for (const start of ["", "<title>", '<meta property="og:title" content="', "<a "]) {
    await expectLinear((share) => {
      const html = start + repeated(text, share * MEGABYTE);
      return read(...(html.match(/.{1,16384}/gs) ?? []));
    }, start);
  }
});
