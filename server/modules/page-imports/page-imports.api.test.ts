import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { ImportRow } from "../../../contract/api/page-imports.ts";
import { MAX_PRODUCTS } from "../../../contract/rules/limits.ts";
import { addTile, rejection, signUpVerified, type TestUser, upgrade } from "../../testing/factories.ts";
import { html, redirect, testPages } from "../../testing/linked-pages.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";

const PATH = "/api/page-imports";
const pages = testPages();
const site = testSite({ fetchPublic: pages.fetchPublic });
const anna = testUser(site, { handle: "anna", verified: true });
const berta = testUser(site, { handle: "berta", verified: true });

const aRow = (number: number, more: Partial<ImportRow> = {}): ImportRow => ({
  kind: "link",
  title: `Link ${number}`,
  url: `https://shop.example/${number}`,
  description: null,
  image_url: null,
  ...more,
});
/** Stores rows as if a page had been read. Returns the id of its contents. */
const store = async (user: TestUser, rows: readonly ImportRow[]): Promise<string> => {
  const [row] = await site.sql`insert into page_imports (creator_id, source, added, rest)
    values (${user.creator.id}, 'page', '[]', ${JSON.stringify(rows)}) returning id`;
  return row.id;
};
const applyTo = (user: TestUser, id: string, rows: readonly number[]) =>
  user.call("POST", `${PATH}/${id}/apply`, { rows });
const apply = async (user: TestUser, rows: readonly ImportRow[]) =>
  applyTo(user, await store(user, rows), [...rows.keys()]);
const titlesOf = async (user: TestUser): Promise<string[]> =>
  (await user.call("GET", "/api/tiles")).body.tiles.map(({ title }: { title: string }) => title);
const upload = (user: TestUser, bytes: Buffer, name = "page.html") => {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/html\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--b--\r\n")]);
  return user.call("POST", `${PATH}/read-file`, body, { "content-type": "multipart/form-data; boundary=b" });
};
const PAGE =
  '<html><head><title>Anna</title></head><body><a href="https://shop.example/1">Shop</a></body></html>';

test("reads the page at a URL and adds nothing", async () => {
  pages.responses.set("/anna", redirect("/moved"));
  pages.responses.set(
    "/moved",
    html(`${PAGE}<a href="/own">Own</a><a href="https://bowls.example/">Bowls</a>`),
  );
  const { status, body } = await anna.call("POST", `${PATH}/read`, { url: `${pages.origin}/anna` });
  expect(status).toBe(200);
  expect(body.contents).toEqual({
    id: expect.any(String),
    source: "page",
    name: "Anna",
    bio: null,
    rows: [
      { kind: "link", title: "Bowls", url: "https://bowls.example/", description: null, image_url: null },
    ],
    socials: [],
    left_out: [],
  });
  expect(await titlesOf(anna)).toEqual([]);
});

test("reads an uploaded page in its own charset, and a CSV in UTF-16", async () => {
  const japanese = Buffer.concat([
    Buffer.from('<html><meta charset="shift_jis"><a href="https://shop.example/1">'),
    Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
    Buffer.from("</a></html>"),
  ]);
  expect((await upload(anna, japanese)).body.contents.rows).toMatchObject([{ title: "日本" }]);
  const csv = Buffer.from("\uFEFFtitle;url\r\nShop;https://shop.example/\r\n", "utf16le");
  expect((await upload(anna, csv, "links.csv")).body.contents).toMatchObject({
    source: "csv",
    rows: [{ title: "Shop", url: "https://shop.example/" }],
  });
});

test("rejects files that are too large, empty or no page with the reason", async () => {
  expect(await upload(anna, Buffer.alloc(5 * 1024 * 1024 + 1, "a"))).toMatchObject({ status: 413 });
  expect(await upload(anna, Buffer.from("hello"))).toMatchObject({
    status: 422,
    body: { code: "page_imports.unreadable" },
  });
  expect(await upload(anna, Buffer.from("<html><p>Nothing</p></html>"))).toMatchObject({
    status: 422,
    body: { code: "page_imports.empty" },
  });
});

test("never requests private addresses, and says that a page could not be read", async () => {
  pages.names.set("rebound.example", [["127.0.0.2"]]);
  for (const url of [
    "http://127.0.0.1:1/",
    `http://rebound.example:${pages.internalPort}/`,
    "http://169.254.169.254/latest",
  ])
    expect(await anna.call("POST", `${PATH}/read`, { url })).toMatchObject({
      status: 422,
      body: { code: "page_imports.unreadable" },
    });
  expect(pages.internalRequests).toEqual([]);
});

test("asks for a file where link previews are off", async () => {
  const closed = await openSite({ settings: { linkPreviews: false } });
  const carl = await closed.signUp({ handle: "carl" });
  expect(await carl.call("POST", `${PATH}/read`, { url: "https://shop.example/" })).toMatchObject({
    status: 409,
    body: { code: "page_imports.off" },
  });
  expect((await upload(carl, Buffer.from(PAGE))).status).toBe(200);
});

test("adds rows in order in one step, once for an id, and undoes them", async () => {
  await site.sql`delete from tiles where creator_id = ${anna.creator.id}`;
  await addTile(anna, { title: "First" });
  const rows = [
    aRow(0, { kind: "heading", title: "Shops", url: null }),
    aRow(1, { description: "Bowls" }),
    aRow(2, { kind: "text", title: "Made by hand", url: null }),
    aRow(3),
  ];
  const id = await store(anna, [aRow(8), ...rows, aRow(9)]);
  const first = await applyTo(anna, id, [1, 2, 3, 4]);
  expect(first).toMatchObject({ status: 200, body: { import: { id, added: 4, rest: 0 } } });
  const [again, at] = await Promise.all([applyTo(anna, id, [0, 1]), applyTo(anna, id, [1])]);
  expect([again.body, at.body]).toEqual([first.body, first.body]);
  expect(await titlesOf(anna)).toEqual(["First", "Shops", "Link 1", "Made by hand", "Link 3"]);
  expect((await anna.call("GET", PATH)).body.imports).toEqual([first.body.import]);

  const { tiles } = (await anna.call("GET", "/api/tiles")).body;
  const changed = tiles.find(({ title }: { title: string }) => title === "Link 3");
  await anna.call("PATCH", `/api/tiles/${changed.id}`, { title: "My shop" });
  expect(await berta.call("POST", `${PATH}/${id}/undo`)).toMatchObject({ status: 404 });
  expect((await anna.call("POST", `${PATH}/${id}/undo`)).body).toEqual({ removed: 3, kept: ["My shop"] });
  expect(await titlesOf(anna)).toEqual(["First", "My shop"]);
  expect(await anna.call("POST", `${PATH}/${id}/undo`)).toMatchObject({
    status: 409,
    body: { code: "page_imports.too_late" },
  });
});

test("keeps what was read to its creator, and only the last page", async () => {
  const first = (await upload(anna, Buffer.from(PAGE))).body.contents.id;
  expect(await applyTo(berta, first, [0])).toMatchObject(rejection(409, "page_imports.replaced"));
  const second = (await upload(anna, Buffer.from(PAGE))).body.contents.id;
  expect(await applyTo(anna, first, [0])).toMatchObject(rejection(409, "page_imports.replaced"));
  expect(await applyTo(anna, second, [1])).toMatchObject(rejection(400, "page_imports.no_such_row"));
  expect((await berta.call("GET", PATH)).body.imports).toEqual([]);
  expect(await applyTo(anna, second, [0])).toMatchObject({ status: 200, body: { import: { added: 1 } } });
  expect(await titlesOf(berta)).toEqual([]);
});

test("cannot be undone after a day", async () => {
  const { id } = (await apply(berta, [aRow(1)])).body.import;
  await site.sql`update page_imports set applied_at = now() - interval '25 hours' where id = ${id}`;
  expect((await berta.call("GET", PATH)).body.imports[0].undo_until).toBeNull();
  expect(await berta.call("POST", `${PATH}/${id}/undo`)).toMatchObject({ status: 409 });
});

test("adds as many links as the free plan allows, and keeps the rest for later", async () => {
  const dora = await signUpVerified(site, { handle: "dora" });
  const rows = Array.from({ length: 8 }, (_, index) => aRow(index));
  const { body } = await apply(dora, [aRow(9, { kind: "heading", title: "Top", url: null }), ...rows]);
  expect(body.import).toMatchObject({ added: 6, rest: 3 });
  const listed = (await dora.call("GET", PATH)).body;
  expect(listed.imports).toMatchObject([{ added: 6, rest: 3 }]);
  expect(listed.waiting.rows.map(({ title }: ImportRow) => title)).toEqual(["Link 5", "Link 6", "Link 7"]);
  await upgrade(site, dora);
  expect((await applyTo(dora, listed.waiting.id, [0, 2])).body.import).toMatchObject({ added: 2, rest: 0 });
  expect((await dora.call("GET", PATH)).body).toMatchObject({
    imports: [{ added: 2 }, { added: 6 }],
    waiting: null,
  });
});

test("refuses an invalid choice of rows and a blocked link, and adds none of them", async () => {
  const emil = await signUpVerified(site, { handle: "emil" });
  const id = await store(emil, [aRow(0), aRow(1, { url: "javascript:alert(1)" })]);
  for (const rows of [
    [],
    [0, 0],
    [-1],
    [0.5],
    [200],
    ["0"],
    Array.from({ length: 201 }, (_, at) => at),
    null,
  ])
    expect((await emil.call("POST", `${PATH}/${id}/apply`, { rows })).status).toBe(400);
  expect((await applyTo(emil, id, [0, 1])).status).toBe(400);
  await site.sql`insert into blocks (kind, value, created_by) values ('link', 'blocked.example', ${anna.creator.user_id})`;
  const blocked = [aRow(0), aRow(1, { url: "https://www.blocked.example/" })];
  expect(await apply(emil, blocked)).toMatchObject({ status: 400 });
  expect(await titlesOf(emil)).toEqual([]);
});

test("copies pictures afterwards, except to a tile that was changed meanwhile", async () => {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  // No picture arrives before the tile was changed.
  const changed = Promise.withResolvers<void>();
  pages.responses.set("/a.png", async (_request, response) => {
    await changed.promise;
    response.writeHead(200, { "content-type": "image/png" }).end(png);
  });
  const finn = await signUpVerified(site, { handle: "finn" });
  const image_url = `${pages.origin}/a.png`;
  await apply(finn, [
    aRow(1, { image_url }),
    aRow(2, { image_url }),
    aRow(3, { image_url: `${pages.origin}/none.png` }),
  ]);
  const { tiles } = (await finn.call("GET", "/api/tiles")).body;
  await finn.call("PATCH", `/api/tiles/${tiles[1].id}`, { url: "https://other.example/" });
  changed.resolve();
  await site.settled();
  const images = (await finn.call("GET", "/api/tiles")).body.tiles.map(
    ({ image_url: url }: { image_url: string | null }) => url,
  );
  expect(images).toEqual([expect.stringMatching(/\/uploads\//), null, null]);
});

test("adds products of Gumroad hidden and without files, once, and undoes the unchanged ones", async () => {
  const hana = await signUpVerified(site, { handle: "hana" });
  const sales = readFileSync(new URL("./sources/fixtures/gumroad-sales.csv", import.meta.url), "utf8");
  const utf16 = Buffer.from(`\uFEFF${sales.replaceAll(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ";")}`, "utf16le");
  const { contents } = (await upload(hana, utf16, "sales.csv")).body;
  expect(contents).toMatchObject({
    source: "gumroad",
    rows: [
      { kind: "product", title: 'Brush set, "Wet"', price: { cents: 1250, currency: "usd" } },
      { kind: "product", title: "Sampler", price: { cents: 0, currency: "usd" } },
    ],
    left_out: [{ name: "Monthly club", reason: "recurring" }],
  });
  const productsOf = async () => (await hana.call("GET", "/api/products")).body.products;
  expect(await productsOf()).toEqual([]);
  const results = await Promise.all([1, 2].map(() => applyTo(hana, contents.id, [0, 1])));
  expect(results[0]?.body.import).toMatchObject({ source: "gumroad", added: 2, rest: 0 });
  expect(results[1]?.body).toEqual(results[0]?.body);
  expect(await productsOf()).toMatchObject([
    { name: "Sampler", price_cents: 0, active: false, files: [], type: "digital" },
    { name: 'Brush set, "Wet"', price_cents: 1250, currency: "usd", active: false, files: [] },
  ]);
  expect(await titlesOf(hana)).toEqual([]);
  expect(await site.sql`select id from orders where creator_id = ${hana.creator.id}`).toEqual([]);
  const again = (await upload(hana, Buffer.from(sales), "sales.csv")).body.contents;
  expect(again).toMatchObject({
    rows: [],
    left_out: [
      { reason: "recurring" },
      { name: 'Brush set, "Wet"', reason: "present" },
      { reason: "present" },
    ],
  });
  const [sampler] = await productsOf();
  await hana.call("PATCH", `/api/products/${sampler.id}`, { active: true });
  expect((await berta.call("POST", `${PATH}/${contents.id}/undo`)).status).toBe(404);
  expect((await hana.call("POST", `${PATH}/${contents.id}/undo`)).body).toEqual({
    removed: 1,
    kept: ["Sampler"],
  });
  expect(await productsOf()).toMatchObject([{ name: "Sampler" }]);
});

test("lets products wait that a creator has no room for", async () => {
  const ida = await signUpVerified(site, { handle: "ida" });
  await site.sql`insert into products (creator_id, name, slug, price_cents, type)
    select ${ida.creator.id}, 'P' || n, 'p' || n, 100, 'digital' from generate_series(1, ${MAX_PRODUCTS - 1}) n`;
  const text = "Name,Permalink,Price\nMap,a,3\nPoster,b,4\n";
  const { contents } = (await upload(ida, Buffer.from(text), "products.csv")).body;
  expect((await applyTo(ida, contents.id, [0, 1])).body.import).toMatchObject({ added: 1, rest: 1 });
  expect((await ida.call("GET", PATH)).body.waiting.rows).toMatchObject([{ title: "Poster" }]);
});

test("removes imports with the creator, and thirty days later", async () => {
  const gus = await signUpVerified(site, { handle: "gus" });
  const { id } = (await apply(gus, [aRow(1)])).body.import;
  await site.sql`update page_imports set created_at = now() - interval '31 days', applied_at = now() - interval '31 days' where id = ${id}`;
  expect((await gus.call("GET", PATH)).body.imports).toEqual([]);
  await site.runMaintenance();
  expect(await site.sql`select id from page_imports where id = ${id}`).toEqual([]);
});
