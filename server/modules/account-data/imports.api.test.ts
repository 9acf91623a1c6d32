import { expect, test } from "vitest";
import { IMPORTS_PER_DAY } from "../../../contract/rules/archive-limits.ts";
import { DEFAULT_PLANS } from "../../../contract/rules/plans.ts";
import {
  addPicture,
  addProduct,
  addTile,
  ageProof,
  mailsTo,
  offer,
  offerFile,
  rejection,
  signInAgain,
  signUpVerified,
  upgrade,
} from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { openSite, testSite } from "../../testing/test-site.ts";
import {
  aMember,
  entriesWith,
  exportArchive,
  importArchive,
  lastImport,
  list,
  unzip,
  zip,
} from "./archives.test-kit.ts";
import { deleteEndedImports } from "./imports.ts";

const OLD = "http://old.example:3000";
const old = testSite({ publicUrl: OLD });
const site = testSite();
const anna = prepareEach(() => signUpVerified(old));
const bella = prepareEach(() => signUpVerified(site));

const tilesOf = async () => (await bella.call("GET", "/api/tiles")).body.tiles;
const productsOf = async () => (await bella.call("GET", "/api/products")).body.products;
const counts = async () => (await lastImport(site, bella)).result.counts;
const count = (added: number, present = 0, leftOut = 0) => ({ added, present, left_out: leftOut });
const tiles = (number: number) =>
  Array.from({ length: number }, (_, index) => ({
    id: index + 1,
    type: "link",
    title: `Tile ${index + 1}`,
    url: "https://shop.example/",
    product_id: null,
  }));

/** Fills the account at the old installation with one of everything. */
async function fill() {
  const picture = await addPicture(old, anna, "face.svg");
  const { path, product } = await offerFile(old, anna, "The notes.");
  const files = [...product.files, { path, name: "The notes again" }];
  await anna.call("PUT", `/api/products/${product.id}/files`, { files });
  await offer(anna, {
    name: "Bowl",
    stock: 3,
    shippingCents: 500,
    mediaUrl: picture.url,
    mediaAlt: "A bowl",
  });
  await addTile(anna, { title: "Elsewhere", imageUrl: picture.url });
  await addTile(anna, { type: "text", title: "", description: "Made by hand." });
  await anna.call("POST", "/api/discounts", { code: "NOTES", percentOff: 10, productIds: [product.id] });
  await anna.call("POST", "/api/discounts", { code: "EVERY", percentOff: 5, maxUses: 9 });
  const press = { name: "Press", count: 3, productIds: [product.id], prefix: "PRESS" };
  const { id: seriesId } = (await anna.call("POST", "/api/discounts/series", press)).body.series;
  await old.query(
    "update discounts set taken = 1 where id = (select min(id) from discounts where series_id = $1)",
    [seriesId],
  );
  await anna.call("POST", "/api/creators/me", {
    handle: anna.handle,
    displayName: "Anna Bell",
    bio: "Pots",
    avatarUrl: picture.url,
    socials: [{ platform: "website", url: "https://anna.example/" }],
    timeZone: "Europe/Lisbon",
    language: "pt",
  });
  await anna.call("PATCH", "/api/appearance", { theme: "poster", accent: "#b3261e" });
  await anna.call("POST", "/api/announcement", { text: "New pots" });
  await old.query(
    `insert into audience_members (creator_id, email, email_hash, source, source_title, consent_text, consented_at, confirmed_at)
     values ($1, 'reader@example.org', sha256('reader@example.org'), 'signup', 'News', 'I want news.', '2025-03-01', '2025-03-02'),
            ($1, 'unsure@example.org', sha256('unsure@example.org'), 'order', 'Bowl', 'I want news.', '2025-03-01', null)`,
    [anna.creator.id],
  );
}

test("imports page, tiles, products, files, codes and audience from another installation", async () => {
  await fill();
  const archive = await exportArchive(old, anna);
  const started = await importArchive(bella, archive);
  expect(started).toMatchObject({ status: 202, body: { import: { state: "waiting", result: null } } });
  const done = await lastImport(site, bella);
  expect(done).toMatchObject({ state: "done", result: { handle: "kept", left_out: [] } });
  expect(done.done).toBe(done.total);
  expect(done.result.counts).toEqual({
    page: count(3),
    file: count(2),
    product: count(2),
    tile: count(4),
    discount: count(2),
    series: count(1),
    letter: count(0),
    email: count(0),
    audience: count(1, 0, 1),
  });
  const [notes, bowl, elsewhere, text] = await tilesOf();
  expect(text).toMatchObject({ type: "text", title: "Made by hand.", title_shown: false });
  expect([notes.title, bowl.title, elsewhere.title]).toEqual(["My notes", "Bowl", "Elsewhere"]);
  expect(elsewhere.image_url).toMatch(/^http:\/\/localhost:3000\/uploads\//);
  expect((await site.call("GET", new URL(elsewhere.image_url).pathname)).status).toBe(200);
  expect(
    await site.sql`select purpose, width, height from files where creator_id = ${bella.creator.id}
    order by purpose`,
  ).toEqual([
    { purpose: "digital", width: null, height: null },
    { purpose: "image", width: 40, height: 40 },
  ]);
  const products = await productsOf();
  expect(products).toMatchObject([
    { name: "Bowl", stock: 3, shipping_cents: 500, media_url: elsewhere.image_url, media_alt: "A bowl" },
    { name: "Notes", type: "digital", slug: "notes" },
  ]);
  expect([notes.product_id, bowl.product_id]).toEqual([products[1].id, products[0].id]);
  expect(products[1].files).toMatchObject([{ name: "notes.pdf" }, { name: "The notes again" }]);
  const fileId = products[1].digital_file_path;
  const stored = await site.storage.openFile(`digital/${fileId}`);
  expect(String((await stored?.stream.toArray())?.join(""))).toBe("The notes.");
  expect((await bella.call("GET", "/api/discounts")).body.discounts).toMatchObject([
    { code: "EVERY", max_uses: 9, product_ids: null },
    { code: "NOTES", percent_off: 10, product_ids: [products[1].id] },
  ]);
  const [press] = (await bella.call("GET", "/api/discounts/series")).body.series;
  expect(press).toMatchObject({ name: "Press", count: 3, used: 1, product_ids: [products[1].id] });
  const codesOf = (page: typeof site, { creator }: typeof bella) =>
    page.query("select code, taken from discounts where creator_id = $1 and max_uses = 1 order by code", [
      creator.id,
    ]);
  expect(await codesOf(site, bella)).toEqual(await codesOf(old, anna));
  expect((await bella.call("GET", "/api/creators/me")).body.creator).toMatchObject({
    handle: bella.handle,
    display_name: "Anna Bell",
    bio: "Pots",
    time_zone: "Europe/Lisbon",
    language: "pt",
    avatar_url: elsewhere.image_url,
    socials: [{ platform: "website", url: "https://anna.example/" }],
    payment_provider: "none",
  });
  expect((await bella.call("GET", "/api/appearance")).body.appearance).toMatchObject({ theme: "poster" });
  expect((await bella.call("GET", "/api/announcement")).body.announcement.text).toBe("New pots");
  expect((await bella.call("GET", "/api/audience")).body.members).toEqual([
    {
      id: expect.any(Number),
      email: "reader@example.org",
      source: "signup",
      source_title: "News",
      consent_text: "I want news.",
      consented_at: "2025-03-01T00:00:00.000Z",
      confirmed_at: "2025-03-02T00:00:00.000Z",
    },
  ]);
  for (const email of ["reader@example.org", "unsure@example.org"])
    expect(await mailsTo(site, email)).toEqual([]);
  expect(await site.storage.openFile(`imports/${done.id}.zip`)).toBeNull();
});

test("imports the second offers of products that offer each other, and of a bundle", async () => {
  const poster = await addProduct(anna, { name: "Poster", priceCents: 1500 });
  const offering = (offerProductId: number) => ({ offerProductId, offerPriceCents: 800, offerText: "Fits." });
  const album = await addProduct(anna, { name: "Album", ...offering(poster.id) });
  const cup = await addProduct(anna, { name: "Cup", ...offering(album.id) });
  await anna.call("PATCH", `/api/products/${poster.id}`, offering(cup.id));
  const parts = { type: "bundle", bundleItems: [poster.id, album.id] };
  await addProduct(anna, { name: "Set", ...parts, ...offering(cup.id) });
  await importArchive(bella, await exportArchive(old, anna));
  expect((await lastImport(site, bella)).result.left_out).toEqual([]);
  const products: { id: number; name: string; offer_product_id: number }[] = await productsOf();
  const nameOf = (id: number) => products.find((product) => product.id === id)?.name;
  expect(products.map(({ name, offer_product_id }) => [name, nameOf(offer_product_id)]).sort()).toEqual([
    ["Album", "Poster"],
    ["Cup", "Album"],
    ["Poster", "Cup"],
    ["Set", "Cup"],
  ]);
  for (const product of products)
    expect(product).toMatchObject({ offer_price_cents: 800, offer_text: "Fits." });
});

test("adds from a repeated archive only the items that were deleted since", async () => {
  await fill();
  const archive = await exportArchive(old, anna);
  await importArchive(bella, archive);
  await site.settled();
  const [first] = await tilesOf();
  await bella.call("DELETE", `/api/tiles/${first.id}`);
  await importArchive(bella, archive);
  expect(await counts()).toMatchObject({
    page: count(0, 3),
    file: count(0, 2),
    product: count(0, 2),
    tile: count(1, 3),
    discount: count(0, 2),
    series: count(0, 1),
    audience: count(0, 1, 1),
  });
  expect((await tilesOf()).length).toBe(4);
});

test("restores deleted items from an archive of the account itself, and duplicates nothing", async () => {
  await fill();
  const archive = await exportArchive(old, anna);
  await importArchive(anna, archive);
  expect((await lastImport(old, anna)).result.counts).toMatchObject({
    file: count(0, 2),
    product: count(0, 2),
    tile: count(0, 4),
    discount: count(0, 2),
  });
});

test("imports five tiles on the Free plan, lists the rest, and adds it on the Creator plan", async () => {
  const archive = await zip(entriesWith({ tiles: tiles(7) }));
  await importArchive(bella, archive);
  const { result } = await lastImport(site, bella);
  expect(result.counts.tile).toEqual(count(DEFAULT_PLANS.free.tiles, 0, 2));
  expect(result.left_out).toMatchObject(
    [{ kind: "tile", name: "Tile 6", reason: /Upgrade/ }, { name: "Tile 7" }].map(({ reason, ...item }) => ({
      ...item,
      ...(reason && { reason: expect.stringMatching(reason) }),
    })),
  );
  await upgrade(site, bella);
  await importArchive(bella, archive);
  expect(await counts()).toMatchObject({ tile: count(2, DEFAULT_PLANS.free.tiles) });
  expect((await tilesOf()).map(({ title }: { title: string }) => title)).toEqual(
    tiles(7).map(({ title }) => title),
  );
});

test("overwrites nothing in the account", async () => {
  await addTile(bella, { title: "Mine" });
  await bella.call("POST", "/api/creators/me", { handle: bella.handle, displayName: "Bella", bio: "Mine" });
  await bella.call("PATCH", "/api/appearance", { theme: "arcade" });
  await bella.call("POST", "/api/discounts", { code: "SPRING", percentOff: 50 });
  const theirs = { id: 1, code: "spring", percent_off: 10, product_ids: null, uses: 3 };
  const entries = entriesWith({ tiles: tiles(1), discounts: [theirs] }, { appearance: { theme: "poster" } });
  await importArchive(bella, await zip(entries));
  expect(await counts()).toMatchObject({ discount: count(0, 1), page: count(0, 2) });
  expect((await tilesOf()).map(({ title }: { title: string }) => title)).toEqual(["Mine", "Tile 1"]);
  expect((await bella.call("GET", "/api/creators/me")).body.creator).toMatchObject({
    display_name: "Bella",
    bio: "Mine",
  });
  expect((await bella.call("GET", "/api/appearance")).body.appearance.theme).toBe("arcade");
});

test("takes over the handle only if the user chooses so and it is free", async () => {
  const archive = await zip(entriesWith());
  const handleOf = async () => (await bella.call("GET", "/api/creators/me")).body.creator.handle;
  await importArchive(bella, archive, "?handle=keep");
  expect((await lastImport(site, bella)).result.handle).toBe("kept");
  expect(await handleOf()).toBe(bella.handle);
  const holder = await signUpVerified(site, { handle: "anna-of-old" });
  await importArchive(bella, archive, "?handle=archive");
  expect((await lastImport(site, bella)).result.handle).toBe("unavailable");
  expect(await handleOf()).toBe(bella.handle);
  await site.sql`update creators set handle = 'elsewhere' where id = ${holder.creator.id}`;
  await importArchive(bella, archive, "?handle=archive");
  expect((await lastImport(site, bella)).result.handle).toBe("taken_over");
  expect(await handleOf()).toBe("anna-of-old");
  expect((await site.call("GET", `/@${bella.handle}`)).status).toBe(302);
});

test("leaves out a blocked link, another site's picture and a file above the quota, and adds the rest", async () => {
  await site.sql`insert into blocks (kind, value, created_by) values ('link', 'evil.example', ${bella.creator.user_id})`;
  const small = await openSite({
    databaseUrl: site.databaseUrl,
    settings: { uploadQuotaBytes: 1000 },
  });
  const id = "a".repeat(32);
  const sold = { id: 1, name: "Film", type: "digital", price_cents: 900, currency: "eur", active: true };
  const entries = entriesWith({
    tiles: [
      { id: 1, type: "link", title: "Bad", url: "https://evil.example/", product_id: null },
      {
        id: 2,
        type: "product",
        title: "Film",
        product_id: 1,
        image_url: `https://old.example/uploads/${"b".repeat(32)}/1200.webp`,
      },
      { id: 3, type: "product", title: "Lost", product_id: 99 },
    ],
    products: [{ ...sold, digital_file_path: id }],
    files: [
      {
        id,
        purpose: "digital",
        name: "film.mp4",
        size: 2000,
        sha256: "",
        created_at: new Date().toISOString(),
      },
    ],
  });
  entries.set(`files/${id}`, Buffer.alloc(2000));
  await importArchive(
    {
      call: (method, path, body, headers) =>
        small.call(method, path, body, { ...headers, cookie: bella.cookie }),
    },
    await zip(entries),
  );
  expect((await lastImport(small, bella)).result.left_out).toEqual([
    { kind: "file", name: "film.mp4", reason: expect.stringContaining("There is no room for this file") },
    { kind: "tile", name: "Bad", reason: "Links to evil.example aren't allowed on this site." },
    { kind: "tile", name: "Lost", reason: "Its product is not in this account." },
  ]);
  expect(await tilesOf()).toMatchObject([{ title: "Film", image_url: null }]);
  // Buyers would receive nothing.
  expect(await productsOf()).toMatchObject([{ name: "Film", active: false, digital_file_path: null }]);
  await site.sql`delete from blocks`;
});

test("leaves out members who unsubscribed here, never confirmed or have an invalid email", async () => {
  await site.query(
    "insert into creator_suppressions (creator_id, address_hash) values ($1, sha256('gone@example.org'))",
    [bella.creator.id],
  );
  const audience = [
    aMember("gone@example.org"),
    aMember("never@example.org", { confirmed_at: null }),
    aMember("future@example.org", { confirmed_at: "2999-01-01T00:00:00.000Z" }),
    aMember("two@example.org, three@example.org"),
    aMember("Kept@Example.org"),
    aMember("kept@example.org"),
  ];
  await importArchive(bella, await zip(entriesWith({ audience })));
  expect(await counts()).toMatchObject({ audience: count(1, 1, 4) });
  const { members } = (await bella.call("GET", "/api/audience")).body;
  expect(members.map(({ email }: { email: string }) => email)).toEqual(["kept@example.org"]);
});

test("shows an import only to its user, and requires a recent confirmation and a verified email", async () => {
  const archive = await zip(entriesWith());
  const stranger = await site.signUp();
  expect(await importArchive(stranger, archive)).toMatchObject(rejection(403, "accounts.unverified"));
  await importArchive(bella, archive);
  await site.settled();
  expect((await stranger.call("GET", "/api/account/imports")).body.imports).toEqual([]);
  expect((await site.call("GET", "/api/account/imports")).status).toBe(401);
  await ageProof(site, bella);
  expect(await importArchive(bella, archive)).toMatchObject(rejection(403, "account.confirm"));
  expect(await importArchive(bella, archive, "?handle=take")).toMatchObject({ status: 403 });
  const again = await signInAgain(site, bella);
  expect((await again.call("POST", "/api/account/imports?handle=take")).body.details.fieldErrors).toEqual({
    handle: ["Choose which handle the page has: keep or archive."],
  });
});

test("limits imports per day", async () => {
  const archive = await zip(entriesWith());
  for (let made = 0; made < IMPORTS_PER_DAY; made++) {
    expect((await importArchive(bella, archive)).status).toBe(202);
    await site.settled();
  }
  expect(await importArchive(bella, archive)).toMatchObject(rejection(429, "account_data.too_many_imports"));
});

test("deletes the bytes of interrupted and ended imports", async () => {
  await importArchive(bella, await zip(entriesWith()));
  const { id } = await lastImport(site, bella);
  const left = await site.storage.createTemp(
    (async function* () {
      yield Buffer.from("rest");
    })(),
  );
  await site.storage.saveFile(`imports/${id}.zip`, left);
  await site.sql`update account_imports set state = 'receiving', created_at = now() - interval '25 hours' where id = ${id}`;
  await Promise.all([deleteEndedImports(site), deleteEndedImports(site)]);
  expect(await site.storage.openFile(`imports/${id}.zip`)).toBeNull();
  expect(await site.sql`select 1 from account_imports where id = ${id}`).toEqual([]);
});

test("reads lists as exports write them, whatever the rows contain", async () => {
  const title = 'a "]}" \n]}\n and {"tiles":[';
  const [tile] = tiles(1);
  await importArchive(bella, await zip(entriesWith({ tiles: [{ ...tile, title }] })));
  expect(await counts()).toMatchObject({ tile: count(1) });
  expect([...(await unzip(await zip(new Map([["data/tiles.json", list("tiles", [])]])))).keys()]).toContain(
    "manifest.json",
  );
});
