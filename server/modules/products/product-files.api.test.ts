import { expect, test } from "vitest";
import { type ProductFile, productFilesVersion } from "../../../contract/api/product-files.ts";
import { addFile, addProduct, buy, fieldRejection, offer, rejection } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";

const site = testSite();
const anna = testUser(site, { handle: "anna" });
const bert = testUser(site, { handle: "bert" });

const notUsable = fieldRejection("files", "Upload the file again.", "products.file_not_usable");

/** Adds a product with files of this content. */
async function addAlbum(contents: readonly string[]) {
  const files = await Promise.all(
    contents.map(async (content) => ({ path: await addFile(site, anna, content), name: `${content}.pdf` })),
  );
  return addProduct(anna, { name: "Album", type: "digital", files });
}
const save = (id: number, files: unknown, headers = {}) =>
  anna.call("PUT", `/api/products/${id}/files`, { files }, headers);
const namesOf = (files: readonly ProductFile[]) => files.map(({ name }) => name);

test("adds a product with files in the given order, each with its size", async () => {
  const album = await addAlbum(["one", "three"]);
  expect(album.files).toMatchObject([
    { name: "one.pdf", size: 3 },
    { name: "three.pdf", size: 5 },
  ]);
  expect(album.digital_file_path).toBe(album.files[0]?.path);
  const { body } = await anna.call("GET", `/api/products/${album.id}/files`);
  expect(body.files).toEqual(album.files);
});

test("keeps the ids of files that are moved, renamed or replaced", async () => {
  const album = await addAlbum(["A", "B", "C"]);
  const [first, second, third] = album.files;
  if (!first || !second || !third) throw new Error("no files");
  const path = await addFile(site, anna, "a second edition");
  const response = await save(album.id, [
    third,
    { id: first.id, path: first.path, name: "Opening" },
    { id: second.id, path },
    { path: first.path },
  ]);
  expect(response.body.files).toEqual([
    third,
    { ...first, name: "Opening" },
    { id: second.id, path, name: "notes.pdf", size: 16 },
    { id: expect.any(Number), path: first.path, name: "notes.pdf", size: 1 },
  ]);
  const other = await addAlbum(["A"]);
  for (const files of [other.files, [third, third]])
    expect(await save(album.id, files)).toMatchObject(notUsable);
});

test("rejects a thirty-first file and another creator's, and changes nothing", async () => {
  const album = await addAlbum(["A"]);
  const [file] = album.files;
  const many = Array.from({ length: 31 }, () => ({ path: file?.path }));
  expect(await save(album.id, many)).toMatchObject(
    fieldRejection("files", "A product can have at most 30 files."),
  );
  const path = await addFile(site, bert, "of Bert");
  expect(await save(album.id, [{ path }])).toMatchObject(notUsable);
  expect(await bert.call("PUT", `/api/products/${album.id}/files`, { files: [] })).toMatchObject(
    rejection(404, "not_found"),
  );
  expect((await bert.call("GET", `/api/products/${album.id}/files`)).status).toBe(404);
  expect((await save(album.id, many.slice(0, 30))).body.files).toHaveLength(30);
});

test("changes only the first file by its path in the product", async () => {
  const album = await addAlbum(["A", "B"]);
  const [first, second] = album.files;
  const change = async (patch: object) =>
    (await anna.call("PATCH", `/api/products/${album.id}`, patch)).body.product.files;
  expect(await change({ digitalFilePath: first?.path })).toEqual(album.files);
  expect(await change({ name: "Songs" })).toEqual(album.files);
  const path = await addFile(site, anna, "new");
  expect(await change({ digitalFilePath: path })).toEqual([
    { id: first?.id, path, name: "notes.pdf", size: 3 },
    second,
  ]);
  expect(await change({ digitalFilePath: null })).toEqual([]);
});

test("lets one of two concurrent changes win, and returns the stored files to the other", async () => {
  const album = await addAlbum(["A", "B"]);
  const headers = { "if-match": `"${productFilesVersion({ files: album.files })}"` };
  const blocker = await beginTransaction(site);
  await blocker.sql`select 1 from products where id = ${album.id} for update`;
  const attempts = [save(album.id, album.files.toReversed(), headers), save(album.id, [], headers)];
  await untilWaiting(site, 2);
  await blocker.commit();
  const responses = await Promise.all(attempts);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const stored = (await anna.call("GET", `/api/products/${album.id}/files`)).body;
  const conflict = responses.find(({ status }) => status === 409);
  expect(conflict?.body).toMatchObject({ code: "changed", details: { current: stored } });
});

test("stores equal bytes of a creator once", async () => {
  const album = await addAlbum(["the same", "the same"]);
  expect(namesOf(album.files)).toEqual(["the same.pdf", "the same.pdf"]);
  expect(new Set(album.files.map(({ path }) => path)).size).toBe(1);
  expect(await addFile(site, bert, "the same")).not.toBe(album.files[0]?.path);
  expect(await site.sql`select 1 from pending_uploads`).toEqual([]);
});

test("stores bytes again that the storage has lost", async () => {
  const path = await addFile(site, anna, "lost and found");
  await site.storage.deleteFile(`digital/${path}`);
  expect(await addFile(site, anna, "lost and found")).not.toBe(path);
});

test("describes several files on the product's page by their number, kind and total size", async () => {
  const { product } = await offer(anna, {
    name: "Tracks",
    type: "digital",
    files: [{ path: await addFile(site, anna, "12345") }, { path: await addFile(site, anna, "678") }],
  });
  const page = await site.call("GET", `/@anna/${product.slug}`);
  expect(page.text).toContain('"file":{"kind":"PDF","size":8,"count":2}');
});

test("gives the buyer each file with its own link and count", async () => {
  const files = [
    { path: await addFile(site, anna, "first"), name: "Track 1" },
    { path: await addFile(site, anna, "second"), name: "Track 2.pdf" },
  ];
  const { tile } = await offer(anna, { name: "Two tracks", type: "digital", files });
  const bought = await buy(site, tile.id);
  const rows = await site.sql`select id, seed, name from access where order_id = ${bought.id} order by id`;
  expect(rows).toMatchObject([{ name: "Track 1" }, { name: "Track 2.pdf" }]);
  const download = (at: number, headers = {}) =>
    site.call("GET", `/api/orders/download/${site.tokens.download(rows[at].seed, 0)}`, undefined, headers);
  const second = await download(1, { range: "bytes=1-2" });
  expect(second).toMatchObject({ status: 206, text: "ec" });
  expect((await download(0)).headers["content-disposition"]).toContain('filename="Track 1.pdf"');
  await download(0);
  const counts = await site.sql`select use_count from access where order_id = ${bought.id} order by id`;
  expect(counts).toEqual([{ use_count: 2 }, { use_count: 1 }]);
});
