import { expect, test } from "vitest";
import { MAX_IMPORT_ROWS } from "../../../../contract/api/page-imports.ts";
import { expectLinear } from "../../../testing/costs.ts";
import { readSource } from "./read-source.ts";

const next = (pageProps: unknown) =>
  `<!doctype html><html><head><title>Anna</title></head><body><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps } })}</script></body></html>`;
const read = async (text: string, url?: string) => {
  const found = await readSource(text, url);
  if (!found) return null;
  const rows = found.rows.map(({ kind, title, url: link }) =>
    link === null ? `${kind}: ${title}` : `${title} ${link}`,
  );
  return {
    source: found.source,
    name: found.name,
    bio: found.bio,
    rows,
    socials: found.socials,
    leftOut: found.leftOut,
  };
};

test("reads a Linktree page: groups become headings, paid links are named", async () => {
  const html = next({
    account: {
      username: "anna",
      pageTitle: "Anna Ray",
      description: "Potter in Porto",
      socialLinks: [
        { type: "INSTAGRAM", url: "https://instagram.com/anna" },
        { type: "EMAIL_ADDRESS", url: "javascript:alert(1)" },
      ],
    },
    links: [
      { id: "3", type: "CLASSIC", title: "Last", url: "https://last.example/", position: 9 },
      { id: "1", type: "GROUP", title: "Shops", position: 1 },
      {
        id: "2",
        type: "CLASSIC",
        title: "Etsy",
        url: "https://etsy.example/",
        position: 2,
        parent: { id: 1 },
        modifiers: { thumbnailUrl: "https://cdn.example/etsy.png" },
      },
      {
        id: "4",
        type: "CLASSIC",
        title: "Members",
        url: "https://paid.example/",
        position: 3,
        rules: { gate: { payment: { amount: 5 } } },
      },
      { id: "5", type: "CLASSIC", title: "<b>Blog</b> &amp; notes", url: "JavaScript:alert(1)", position: 4 },
    ],
  });
  expect(await read(html)).toEqual({
    source: "linktree",
    name: "Anna Ray",
    bio: "Potter in Porto",
    rows: ["heading: Shops", "Etsy https://etsy.example/", "Last https://last.example/"],
    socials: ["https://instagram.com/anna"],
    leftOut: [
      { name: "Members", reason: "paid" },
      { name: "Blog & notes", reason: "address" },
    ],
  });
  expect((await readSource(html))?.rows[1]?.image_url).toBe("https://cdn.example/etsy.png");
});

test("reads a Linktree page whose links are in its account, once each", async () => {
  const links = [{ id: 1, type: "CLASSIC", title: "Shop", url: "https://shop.example/", position: 0 }];
  expect((await read(next({ account: { username: "anna", links }, links })))?.rows).toEqual([
    "Shop https://shop.example/",
  ]);
});

test("reads a Beacons page from its streamed data", async () => {
  const data = JSON.stringify(
    `4:["$","div",null,{"links":[{"title":"Course","url":"https://course.example/","thumbnail":"https://cdn.example/c.png"},{"title":"Bad","url":"javascript:x"}]}]`,
  );
  const html = `<!doctype html><title>Anna</title><script>self.__next_f.push([1,${data}])</script>`;
  expect(await read(html)).toMatchObject({ source: "beacons", rows: ["Course https://course.example/"] });
});

test("reads an export of LinkStack: HTML becomes text, blocks of text stay", async () => {
  const text = JSON.stringify({
    name: "Anna",
    littlelink_name: "anna",
    littlelink_description: "<p>Potter &amp; painter</p><script>x</script>",
    links: [
      { button_id: 2, link: "https://two.example/", title: "<em>Two</em>", order: 2 },
      { button_id: 93, title: "<p>Hello<br>there</p>", order: 1 },
      { button_id: 43, title: "", order: 3 },
      { type: "heading", title: "More", order: 4 },
    ],
  });
  expect(await read(text)).toMatchObject({
    source: "linkstack",
    name: "Anna",
    bio: "Potter & painter x",
    rows: ["text: Hello there", "Two https://two.example/", "heading: More"],
  });
});

test("reads an export of LinkBreeze, whose social links are JSON in a string", async () => {
  const text = JSON.stringify({
    version: 1,
    exportedAt: "2026-11-01",
    profile: [
      { name: "Anna", bio: "Potter", socialLinks: JSON.stringify([{ url: "https://github.example/anna" }]) },
    ],
    links: [
      { type: "url", title: "B", url: "https://b.example/", isActive: true, orderIndex: 1 },
      {
        type: "url",
        title: "A",
        url: "https://a.example/",
        description: "First",
        isActive: 1,
        orderIndex: 0,
      },
      { type: "url", title: "Off", url: "https://off.example/", isActive: false, orderIndex: 2 },
    ],
  });
  expect(await read(text)).toMatchObject({
    source: "linkbreeze",
    name: "Anna",
    bio: "Potter",
    rows: ["github.example https://github.example/anna", "A https://a.example/", "B https://b.example/"],
    leftOut: [{ name: "Off", reason: "inactive" }],
  });
});

test("reads the buttons of a LittleLink page", async () => {
  const html = `<!doctype html><title>Anna</title><meta name="description" content="Potter">
    <a class="button button-web" href="https://one.example/"><img alt="" src="i.svg">One</a>
    <a class="button button-instagram" href="https://instagram.com/anna">Instagram</a>`;
  expect(await read(html, "https://anna.example/")).toMatchObject({
    source: "littlelink",
    name: "Anna",
    bio: "Potter",
    rows: ["One https://one.example/", "Instagram https://instagram.com/anna"],
  });
});

test("reads the links of any page to other sites, without its menu", async () => {
  const html = `<html><head><title>Anna Ray</title></head><body>
    <nav><a href="https://menu.example/">Menu</a></nav>
    <main><a href="/about">About</a><a href="https://shop.example/?a=1&amp;b=2"> My
      shop </a><a href="https://shop.example/?a=1&amp;b=2">again</a><a href="//cdn.example/file">File</a></main>
    <footer><a href="https://www.instagram.com/anna"><svg></svg></a><a href="https://legal.example/">Legal</a></footer></body></html>`;
  expect(await read(html, "https://anna.example/")).toEqual({
    source: "page",
    name: "Anna Ray",
    bio: null,
    rows: ["My shop https://shop.example/?a=1&b=2", "File https://cdn.example/file"],
    socials: ["https://www.instagram.com/anna"],
    leftOut: [],
  });
});

test("reads bookmarks with their folders", async () => {
  const html = `<!DOCTYPE NETSCAPE-Bookmark-file-1><META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8"><TITLE>Bookmarks</TITLE>
    <DL><p><DT><H3 ADD_DATE="1">Pottery</H3><DL><p><DT><A HREF="https://clay.example/">Clay</A><DT><A HREF="place:sort=8">Recent</A></DL></DL>`;
  expect(await read(html)).toMatchObject({
    source: "bookmarks",
    rows: ["heading: Pottery", "Clay https://clay.example/"],
    leftOut: [{ name: "Recent", reason: "address" }],
  });
});

test.each([
  ["named columns", "title,url,description\nShop,https://shop.example/,Bowls\n"],
  ["semicolons", "Title;URL;Description\r\nShop;https://shop.example/;Bowls\r\n"],
  ["no header", "Shop,https://shop.example/\n"],
  ["tabs and quotes", 'name\tlink\n"Shop"\thttps://shop.example/\n'],
])("reads a CSV with %s", async (_what, text) => {
  expect(await read(text)).toMatchObject({ source: "csv", rows: ["Shop https://shop.example/"] });
});

test("keeps a formula in a CSV as text", async () => {
  expect((await read("title,url\n=cmd(),https://a.example/\n"))?.rows).toEqual(["=cmd() https://a.example/"]);
});

test.each(["", "   ", "hello", "{", "[]", "{}", '{"links":[]}', "\u0000\u0001", "a;b\n1;2"])(
  "returns null for a text that is no page: %j",
  async (text) => expect(await readSource(text)).toBeNull(),
);

test("offers at most the rows of one import, and names others", async () => {
  const anchors = Array.from(
    { length: 5000 },
    (_, index) => `<a href="https://l${index}.example/">L${index}</a>`,
  );
  const found = await readSource(`<html><body>${anchors.join("")}</body></html>`);
  expect(found?.rows).toHaveLength(MAX_IMPORT_ROWS);
  expect(found?.leftOut[0]).toEqual({ name: `L${MAX_IMPORT_ROWS}`, reason: "too_many" });
  expect(found?.leftOut.length).toBeLessThan(100);
});

test.each<[string, (size: number) => string]>([
  ["nested elements", (size) => `<html>${"<b>".repeat(size / 3)}`],
  ["unclosed tags", (size) => `<html><a href="${"<a ".repeat(size / 3)}`],
  [
    "unclosed tags in titles",
    (size) =>
      next({
        account: { username: "a" },
        links: Array.from({ length: size / 20_000 }, (_, id) => ({
          ...{ id, type: "CLASSIC", title: "<a".repeat(10_000), url: `https://l${id}.example/` },
        })),
      }),
  ],
  [
    "braces in its data",
    (size) => `<script>self.__next_f.push([1,${JSON.stringify("{".repeat(size))}])</script>`,
  ],
  ["an unclosed quote in a CSV", (size) => `title,url\n"${"a".repeat(size)}`],
  ["a script that never ends", (size) => `<script>self.__next_f.push([1,"${"\\\\".repeat(size / 2)}`],
])("reads a hostile page with %s in linear time", async (what, pageOf) => {
  const texts = { 1: pageOf(800_000), 0.25: pageOf(200_000) };
  await expectLinear((share) => readSource(texts[share], "https://a.example/"), what);
});

test("reads prototype names as data", async () => {
  expect(
    await read(
      next({
        account: { username: "a", pageTitle: { __proto__: null } },
        links: [{ title: "constructor", url: "https://a.example/__proto__" }],
      }),
    ),
  ).toMatchObject({
    rows: ["constructor https://a.example/__proto__"],
  });
});
