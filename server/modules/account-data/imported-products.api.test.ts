import { expect, test } from "vitest";
import type { Product } from "../../../contract/api/products.ts";
import { addFile, addProduct, buy, offer, signUpVerified } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { entriesWith, exportArchive, importArchive, lastImport, unzip, zip } from "./archives.test-kit.ts";

const old = testSite({ publicUrl: "http://old.example:3000" });
const site = testSite();
const anna = prepareEach(() => signUpVerified(old));
const bella = prepareEach(() => signUpVerified(site));

type Version = { number: number; note: string | null; file_ids: number[] };
type Archived = Product & { versions: Version[] };

/** Returns the products of an archive without ids, which differ between accounts: other items are named, files by their bytes. */
async function readShop(archive: Buffer) {
  const entries = await unzip(archive);
  const products: Archived[] = JSON.parse(String(entries.get("data/products.json"))).products;
  const nameOf = (id: number | null) => products.find((product) => product.id === id)?.name ?? id;
  const bytesOf = (path: string | null) => path && String(entries.get(`files/${path}`));
  return products
    .map(({ id: _id, sales: _sales, versions, files, ...product }) => ({
      ...product,
      bundle_items: product.bundle_items.map(nameOf),
      offer_product_id: nameOf(product.offer_product_id),
      digital_file_path: bytesOf(product.digital_file_path),
      files: files.map(({ name, size, path }) => ({ name, size, bytes: bytesOf(path) })),
      versions: versions.map(({ file_ids, ...version }) => ({
        ...version,
        files: file_ids.map((id) => files.find((file) => file.id === id)?.name),
      })),
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

async function fill() {
  const upload = (bytes: string) => addFile(old, anna, bytes);
  const files = [
    { path: await upload("one"), name: "01 One.flac" },
    { path: await upload("two"), name: "02 Two.flac" },
    { path: await upload("words"), name: "Booklet.pdf" },
  ];
  const { product: album, tile } = await offer(anna, { name: "Album", type: "digital", files });
  await buy(old, tile.id, "owner@example.org");
  await old.sql`update orders set provider = 'stripe', mode = 'live'`;
  const save = (changed: unknown[], note: string) =>
    anna.call("PUT", `/api/products/${album.id}/files`, { files: changed, note });
  const [one, two, booklet] = album.files;
  const louder = { ...two, path: await upload("two, louder") };
  await save([one, louder, booklet], "Track two is louder.");
  const path = await upload("words, corrected");
  await save([{ ...booklet, path }, one, louder], "The booklet is corrected.");
  await anna.call("POST", `/api/products/${album.id}/versions/2/announce`);
  const shirt = await addProduct(anna, { name: "Shirt", type: "physical", stock: 4, shippingCents: 490 });
  const items = { type: "bundle", bundleItems: [shirt.id, album.id], priceCents: 2500 };
  const bundle = await addProduct(anna, { name: "Both", ...items });
  const offered = { offerProductId: shirt.id, offerPriceCents: 1200, offerText: "Wear it." };
  await anna.call("PATCH", `/api/products/${album.id}`, offered);
  return { album, shirt, bundle };
}

test("imports an album with its versions, a bundle and a second offer into a fresh account", async () => {
  await fill();
  const archive = await exportArchive(old, anna);
  const before = await readShop(archive);
  expect(before.find(({ name }) => name === "Album")).toMatchObject({
    offer_product_id: "Shirt",
    files: [{ bytes: "words, corrected" }, { bytes: "one" }, { bytes: "two, louder" }],
    versions: [
      { number: 3, note: "The booklet is corrected.", files: ["Booklet.pdf"], announced_at: null },
      { number: 2, note: "Track two is louder.", files: ["02 Two.flac"], announced_at: expect.any(String) },
    ],
  });
  await importArchive(bella, archive);
  expect((await lastImport(site, bella)).result).toMatchObject({
    left_out: [],
    counts: { product: { added: 3 } },
  });
  expect(await readShop(await exportArchive(site, bella))).toEqual(before);
});

test("continues the count of versions, and the day between two emails about a product", async () => {
  await fill();
  await importArchive(bella, await exportArchive(old, anna));
  await site.settled();
  const { products } = (await bella.call("GET", "/api/products")).body;
  const { id, files } = products.find(({ name }: Product) => name === "Album");
  const next = [{ ...files[0], path: await addFile(site, bella, "new words") }, ...files.slice(1)];
  await bella.call("PUT", `/api/products/${id}/files`, { files: next, note: "New words." });
  const { body } = await bella.call("GET", `/api/products/${id}/versions`);
  expect(body).toMatchObject({
    possible_at: expect.any(String),
    versions: [{ number: 4, note: "New words." }, { number: 3 }, { number: 2, told: 0, holders: 0 }],
  });
});

test("imports a bundle of which a product is not for sale", async () => {
  const { shirt } = await fill();
  await anna.call("PATCH", `/api/products/${shirt.id}`, { active: false });
  const archive = await exportArchive(old, anna);
  await importArchive(bella, archive);
  expect((await lastImport(site, bella)).result.left_out).toEqual([]);
  const shop = await readShop(await exportArchive(site, bella));
  expect(shop).toEqual(await readShop(archive));
  expect(shop).toMatchObject([{ name: "Album" }, { name: "Both" }, { name: "Shirt", active: false }]);
});

const version = {
  number: 2,
  note: null,
  file_ids: [7],
  created_at: "2025-01-01T00:00:00.000Z",
  announced_at: null,
};

test.each([
  ["a number below 2", [{ ...version, number: 1 }]],
  ["a number twice", [version, version]],
  ["a note that is too long", [{ ...version, note: "x".repeat(501) }]],
  ["a text that cannot be stored", [{ ...version, note: "\u0000" }]],
  ["an invalid time", [{ ...version, created_at: "yesterday" }]],
  ["too many versions", Array.from({ length: 101 }, (_, at) => ({ ...version, number: at + 2 }))],
])("leaves out a product with %s", async (_name, versions) => {
  const products = [{ id: 1, name: "Notes", type: "digital", price_cents: 0, files: [], versions }];
  await importArchive(bella, await zip(entriesWith({ products })));
  expect((await lastImport(site, bella)).result).toMatchObject({
    counts: { product: { added: 0, left_out: 1 } },
    left_out: [{ kind: "product", name: "Notes", reason: "Its versions can't be read." }],
  });
});

test("brings times in the future to the present, and leaves out files that the product lacks", async () => {
  const late = {
    ...version,
    created_at: "2999-01-01T00:00:00.000Z",
    announced_at: "2999-01-01T00:00:00.000Z",
  };
  const products = [{ id: 1, name: "Notes", type: "digital", price_cents: 0, files: [], versions: [late] }];
  await importArchive(bella, await zip(entriesWith({ products })));
  await site.settled();
  expect(
    await site.sql`select file_ids, version.created_at <= now() and announced_at <= now() as is_past from product_versions version
      join products on products.id = product_id where creator_id = ${bella.creator.id}`,
  ).toEqual([{ file_ids: [], is_past: true }]);
});
