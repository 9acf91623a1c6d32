import { expect, test } from "vitest";
import { inTransaction } from "../../platform/database/index.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { addProduct, addTile, modelOf } from "../../testing/factories.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const a = testSite();
const b = testSite(() => ({ databaseUrl: a.databaseUrl }));
const anna = prepare(() => a.signUp({ handle: "anna" }));

const reserve = (productId: number, node = a) =>
  inTransaction(node.db, (tx) => node.products.reserveStock(tx, productId));
const release = (productId: number, node = a) =>
  inTransaction(node.db, (tx) => node.products.releaseStock(tx, productId));
const stockOf = async (productId: number) =>
  (await a.sql`select stock from products where id = ${productId}`)[0].stock;

test("sells no more units than there are to fifty concurrent buyers on two nodes", async () => {
  const { id } = await addProduct(anna, { stock: 10 });
  const results = await concurrently(50, (i) => reserve(id, i % 2 ? a : b));
  expect(results.filter((result) => result === "reserved")).toHaveLength(10);
  expect(results.filter((result) => result === "sold_out")).toHaveLength(40);
  expect(await stockOf(id)).toBe(0);
});

test("returns a unit without a payment to stock", async () => {
  const { id } = await addProduct(anna, { stock: 1 });
  expect(await reserve(id)).toBe("reserved");
  expect(await reserve(id)).toBe("sold_out");
  await release(id);
  expect(await reserve(id)).toBe("reserved");
});

test("never sells out a product without counted stock, and always one that was purged", async () => {
  const { id } = await addProduct(anna);
  expect(await reserve(id)).toBe("unlimited");
  expect(await stockOf(id)).toBeNull();
  await a.sql`delete from products where id = ${id}`;
  expect(await reserve(id)).toBe("sold_out");
  await expect(release(id)).resolves.toBeUndefined();
});

test("ignores a returned unit if stock is full or not counted any more", async () => {
  const { id } = await addProduct(anna, { stock: 1_000_000 });
  await release(id);
  expect(await stockOf(id)).toBe(1_000_000);
  await anna.call("PATCH", `/api/products/${id}`, { stock: null });
  await release(id);
  expect(await stockOf(id)).toBeNull();
});

test("takes no unit for a reservation that is rolled back", async () => {
  const { id } = await addProduct(anna, { stock: 1 });
  const failed = inTransaction(a.db, async (tx) => {
    await a.products.reserveStock(tx, id);
    throw new Error("payment failed");
  });
  await expect(failed).rejects.toThrow("payment failed");
  expect(await stockOf(id)).toBe(1);
});

test("shows on the page immediately that a product is sold out or available again", async () => {
  const { id } = await addProduct(anna, { stock: 2 });
  const tile = await addTile(anna, { type: "product", title: "Bowl", productId: id });
  const isSoldOut = async () => {
    const { tiles } = modelOf((await a.call("GET", "/@anna")).text);
    return tiles.find((shown: { id: number }) => shown.id === tile.id).product.sold_out;
  };
  await reserve(id);
  expect(await isSoldOut()).toBe(false);
  await reserve(id);
  expect(await isSoldOut()).toBe(true);
  await release(id);
  expect(await isSoldOut()).toBe(false);
  await anna.call("PATCH", `/api/products/${id}`, { stock: 0 });
  expect(await isSoldOut()).toBe(true);
});
