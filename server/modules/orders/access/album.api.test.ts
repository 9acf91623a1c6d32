import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  addFile,
  addProduct,
  addTile,
  buy,
  offer,
  readOrder,
  submitForm,
} from "../../../testing/factories.ts";
import { prepareEach } from "../../../testing/prepare.ts";
import { SELLER } from "../../../testing/sales.ts";
import { testSite } from "../../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());

const filesOf = (texts: readonly string[]) =>
  Promise.all(texts.map(async (text) => ({ path: await addFile(site, anna, text), name: `${text}.flac` })));
const TRACKS = ["one", "two", "three"];
/** An album of three files, and a booklet in a bundle with it. */
const shop = prepareEach(async () => {
  const { product: album, tile } = await offer(anna, {
    ...{ name: "Album", type: "digital", files: await filesOf(TRACKS) },
  });
  const files = await filesOf(["booklet"]);
  const booklet = await addProduct(anna, { name: "Booklet", type: "digital", files });
  const bundleItems = [album.id, booklet.id];
  const bundle = await addProduct(anna, { name: "Both", type: "bundle", priceCents: 3000, bundleItems });
  const both = await addTile(anna, { type: "product", title: "Both", productId: bundle.id });
  return { album, tile, both };
});

/** Buys with real money of a trader, with consent to delivery at once. */
async function sell(tileId: number) {
  const sold = await buy(site, tileId);
  await site.sql`update orders set provider = 'stripe', mode = 'live', seller = ${SELLER}, consent_at = now() where id = ${sold.id}`;
  const read = () => readOrder(site, sold.orderToken);
  const urls = (await read()).lines.map(({ access }) => access.files.map(({ url }) => url ?? ""));
  return {
    ...sold,
    read,
    urls,
    withdrawals: async () => (await read()).lines.map(({ withdrawal }) => withdrawal.reason),
  };
}
const get = (url: string, headers = {}) => site.call("GET", url, undefined, headers);

test.each([0, 1, 2])("ends the right of withdrawal by the download of file %i of three alone", async (at) => {
  const sold = await sell(shop.tile.id);
  const [urls = []] = sold.urls;
  expect(await sold.withdrawals()).toEqual(["open"]);
  // A part without the start of the file counts as little as a request for its headers.
  await site.call("HEAD", urls[at] ?? "");
  expect(await sold.withdrawals()).toEqual(["open"]);
  expect((await get(urls[at] ?? "")).text).toBe(TRACKS[at]);
  expect(await sold.withdrawals()).toEqual(["delivered"]);
  const counts = await site.sql`select use_count from access where order_id = ${sold.id} order by id`;
  expect(counts.map(({ use_count }) => use_count)).toEqual(TRACKS.map((_, file) => (file === at ? 1 : 0)));
  const withdraw = { name: "Vera", confirm: true };
  expect((await site.call("POST", `/api/public/orders/${sold.orderToken}/withdraw`, withdraw)).status).toBe(
    409,
  );
});

test("ends the right of withdrawal only from the line whose file was downloaded", async () => {
  const sold = await sell(shop.both.id);
  const [, [booklet = ""] = []] = sold.urls;
  expect((await get(booklet)).text).toBe("booklet");
  expect(await sold.withdrawals()).toEqual(["open", "delivered"]);
});

test("opens nothing by the token of another line, order or kind", async () => {
  const [sold, other] = [await sell(shop.both.id), await sell(shop.tile.id)];
  const rows = await site.sql`select seed, line_id from access where order_id = ${sold.id} order by id`;
  const links = rows.map(({ seed }) => site.tokens.download(seed, 0));
  expect((await get(`/api/orders/download/${links[0]}`)).text).toBe("one");
  await site.sql`update access set link_version = 1, token_hash = ${site.tokens.hash(site.tokens.download(rows[0]?.seed, 1))}
    where seed = ${rows[0]?.seed}`;
  const wrong = [links[0], site.tokens.download(rows[3]?.seed, 1), site.tokens.download(randomUUID(), 0)];
  for (const token of [...wrong, sold.orderToken, other.orderToken])
    expect((await get(`/api/orders/download/${token}`)).status, token).toBe(404);
  for (const token of [links[3], sold.checkoutToken])
    expect((await site.call("GET", `/api/public/orders/${token}`)).status, token).toBe(404);
  // The forms of an order lead back to it, and never to another one's file.
  const [foreign] = await site.sql`select id from access where order_id = ${other.id}`;
  const form = await submitForm(site, `/orders/${sold.orderToken}/download`, { file: String(foreign.id) });
  expect(form.headers.location).toBe(`/orders/${sold.orderToken}`);
});

test("returns 410 for the files of an ended access, and sends those of the other line", async () => {
  const sold = await sell(shop.both.id);
  const [[first = "", second = ""] = [], [booklet = ""] = []] = sold.urls;
  await site.sql`update access set ended_at = now(), ended_reason = 'withdrawn' where order_id = ${sold.id}
    and line_id = (select min(line_id) from access where order_id = ${sold.id})`;
  expect([(await get(first)).status, (await get(second)).status, (await get(booklet)).status]).toEqual([
    410, 410, 200,
  ]);
});

test("sends ranges of the newest version, and on request of the bought one, to every buyer of an album", async () => {
  const early = await sell(shop.tile.id);
  const [[first = "", second = ""] = []] = early.urls;
  const before = (await get(second)).headers.etag;
  const files = [...shop.album.files];
  const path = await addFile(site, anna, "two, mended");
  const listed = files.map((file, at) => (at === 1 ? { ...file, path } : file));
  await anna.call("PUT", `/api/products/${shop.album.id}/files`, { files: listed, note: "Mended." });
  const range = (bytes: string, more = {}) => ({ range: `bytes=${bytes}`, ...more });
  expect(await get(second, range("5-"))).toMatchObject({
    ...{ status: 206, text: "mended" },
    headers: { "content-range": "bytes 5-10/11" },
  });
  const bought = `${second}?version=bought`;
  expect(await get(bought, range("1-"))).toMatchObject({
    ...{ status: 206, text: "wo" },
    headers: { "content-range": "bytes 1-2/3" },
  });
  // A download that was interrupted before continues with the bought version, or begins again with the new one.
  expect(await get(bought, range("1-", { "if-range": before }))).toMatchObject({ status: 206, text: "wo" });
  expect(await get(second, range("1-", { "if-range": before }))).toMatchObject({
    status: 200,
    text: "two, mended",
  });
  expect(await get(bought, range("3-"))).toMatchObject({
    status: 416,
    headers: { "content-range": "bytes */3" },
  });
  expect(await get(first, range("0-1"))).toMatchObject({ status: 206, text: "on" });
  const late = await sell(shop.tile.id);
  expect((await get(late.urls[0]?.[1] ?? "")).text).toBe("two, mended");
  expect(late.urls[0]).toHaveLength(3);
});

test("frees the bytes of a version a week after nothing refers to them, and never before", async () => {
  const sold = await sell(shop.tile.id);
  const [, second] = shop.album.files;
  const replace = async (text: string) => {
    const { files } = (await anna.call("GET", `/api/products/${shop.album.id}/files`)).body;
    files[1].path = await addFile(site, anna, text);
    await anna.call("PUT", `/api/products/${shop.album.id}/files`, { files });
    return String(files[1].path);
  };
  const unsold = await replace("two, unsold");
  await replace("two, mended");
  const isStored = async (path = "") => (await site.storage.openFile(`digital/${path}`)) !== null;
  /** Lets time pass since the last reference ended, then cleans up. */
  const pass = async (time: string) => {
    await site.query(
      "update files set unnamed_since = now() - $1::interval where unnamed_since is not null",
      [time],
    );
    await site.runMaintenance();
    await site.settled();
  };
  await pass("0");
  await pass("7 days -1 minute");
  expect([await isStored(unsold), await isStored(second?.path)]).toEqual([true, true]);
  await pass("7 days 1 minute");
  expect([await isStored(unsold), await isStored(second?.path)]).toEqual([false, true]);
  // The buyer's version stays as long as the order has it, whatever becomes of the order and the product.
  await site.sql`update orders set status = 'refunded' where id = ${sold.id}`;
  await site.sql`delete from products where id = ${shop.album.id}`;
  for (const time of ["0", "1 year"]) await pass(time);
  expect(await isStored(second?.path)).toBe(true);
  await site.sql`update access set file_id = null, ended_at = now(), ended_reason = 'released' where order_id = ${sold.id}`;
  await pass("0");
  await pass("7 days -1 minute");
  expect(await isStored(second?.path)).toBe(true);
  await pass("7 days 1 minute");
  expect(await isStored(second?.path)).toBe(false);
});
