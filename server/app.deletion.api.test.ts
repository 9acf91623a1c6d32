import { eq, isNotNull, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { MAX_DELETED } from "../contract/rules/limits.ts";
import { findActiveCode } from "./modules/discounts/repository.ts";
import { discounts } from "./modules/discounts/tables.ts";
import { products } from "./modules/products/index.ts";
import { tiles } from "./modules/tiles/index.ts";
import { purgeAboveLimit, purgeDeletedJob } from "./platform/database/deleted-rows.ts";
import { inTransaction } from "./platform/database/index.ts";
import { addProduct, addTile, buy, offer, rejection, signUpAs, startCheckout } from "./testing/factories.ts";
import { prepareEach } from "./testing/prepare.ts";
import { testSite, testUser } from "./testing/test-site.ts";
import { beginTransaction, untilWaiting } from "./testing/transactions.ts";

const site = testSite();
const berta = testUser(site);
const anna = prepareEach(async () => {
  const user = await signUpAs(site, { plan: "creator" });
  return user;
});

type Kind = "tiles" | "products" | "discounts";
const remove = async (kind: Kind, id: number) =>
  expect((await anna.call("DELETE", `/api/${kind}/${id}`)).status).toBe(204);
const restore = (kind: Kind, id: number, by = anna) => by.call("POST", `/api/${kind}/${id}/restore`);
const deletedOf = async (kind: Kind, by = anna) => (await by.call("GET", `/api/${kind}/deleted`)).body.items;
const titles = async () =>
  (await anna.call("GET", "/api/tiles")).body.tiles.map(({ title }: { title: string }) => title);
const onPage = async () => (await site.call("GET", `/@${anna.creator.handle}`)).text;
const addCode = async (code: string) =>
  (await anna.call("POST", "/api/discounts", { code, percentOff: 10 })).body.discount;
const tableOf = { tiles, products, discounts };
const deletedDaysAgo = (kind: Kind, days: number) =>
  site.db
    .update(tableOf[kind])
    .set({ deletedAt: sql`now() - make_interval(days => ${days})` })
    .where(isNotNull(tableOf[kind].deletedAt));

describe("a deleted tile", () => {
  test("disappears from page and list, and returns with its position and all its fields", async () => {
    const [, two] = [
      await addTile(anna, { title: "One" }),
      await addTile(anna, { title: "Two", description: "All of it.", size: "wide" }),
      await addTile(anna, { title: "Three" }),
    ];
    await remove("tiles", two.id);
    expect(await titles()).toEqual(["One", "Three"]);
    expect(await onPage()).not.toContain("Two");
    expect((await anna.call("PATCH", `/api/tiles/${two.id}`, { title: "2" })).status).toBe(404);
    expect((await anna.call("DELETE", `/api/tiles/${two.id}`)).status).toBe(404);

    const response = await restore("tiles", two.id);
    expect(response).toMatchObject({ status: 200, body: { tile: { ...two, position: 1 } } });
    expect(await titles()).toEqual(["One", "Two", "Three"]);
    expect(await onPage()).toContain("Two");
  });

  test("returns hidden if it was hidden", async () => {
    const tile = await addTile(anna, { hidden: true });
    await remove("tiles", tile.id);
    expect((await restore("tiles", tile.id)).body.tile).toMatchObject({ hidden: true, state: "hidden" });
  });

  test("keeps its statistics when it is restored", async () => {
    const tile = await addTile(anna);
    await site.sql`insert into daily_tile_counts (tile_id, day, event, count) values (${tile.id}, now()::date, 'tile_click', 7)`;
    await remove("tiles", tile.id);
    await restore("tiles", tile.id);
    const [row] = await site.sql`select count::int from daily_tile_counts where tile_id = ${tile.id}`;
    expect(row.count).toBe(7);
  });

  test("returns only while the page has room", async () => {
    const free = await site.signUp();
    const first = await addTile(free);
    await free.call("DELETE", `/api/tiles/${first.id}`);
    for (let i = 0; i < 5; i++) await addTile(free);
    expect(await restore("tiles", first.id, free)).toMatchObject(rejection(403, "tiles.limit_reached"));
    expect(await deletedOf("tiles", free)).toHaveLength(1);
  });

  test("is restored once by two simultaneous requests", async () => {
    const tile = await addTile(anna);
    await remove("tiles", tile.id);
    const both = await Promise.all([restore("tiles", tile.id), restore("tiles", tile.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await titles()).toHaveLength(1);
  });
});

describe("several tiles at once", () => {
  const select = (action: string, ids: unknown, by = anna) =>
    by.call("POST", "/api/tiles/selection", { ids, action });
  const addFour = async () => {
    const added = [];
    for (const title of ["A", "B", "C", "D"]) added.push(await addTile(anna, { title }));
    return added.map(({ id }) => id) as [number, number, number, number];
  };

  test("are deleted, and return to their places", async () => {
    const [a, , c, d] = await addFour();
    expect((await select("delete", [a, c, d, 99_999_999])).status).toBe(204);
    expect(await titles()).toEqual(["B"]);
    await addTile(anna, { title: "New" });
    expect((await select("restore", [d, c, a])).status).toBe(204);
    expect(await titles()).toEqual(["A", "B", "C", "D", "New"]);
    const { tiles } = (await anna.call("GET", "/api/tiles")).body;
    expect(tiles.map(({ position }: { position: number }) => position)).toEqual([0, 1, 2, 3, 4]);
  });

  test("are hidden and shown", async () => {
    const [a, b] = await addFour();
    await select("hide", [a, b]);
    const states = async () =>
      (await anna.call("GET", "/api/tiles")).body.tiles.map(({ state }: { state: string }) => state);
    expect(await states()).toEqual(["hidden", "hidden", "live", "live"]);
    await select("show", [a]);
    expect(await states()).toEqual(["live", "hidden", "live", "live"]);
  });

  test("get the given order, followed by the other tiles", async () => {
    const [, b, , d] = await addFour();
    await select("order", [d, 99_999_999, b, d]);
    expect(await titles()).toEqual(["D", "B", "A", "C"]);
  });

  test("do not change if they are another creator's", async () => {
    const ids = await addFour();
    for (const action of ["hide", "delete", "order"])
      expect((await select(action, [...ids].reverse(), berta)).status).toBe(204);
    expect(await titles()).toEqual(["A", "B", "C", "D"]);
    await select("delete", ids);
    await select("restore", ids, berta);
    expect(await titles()).toEqual([]);
  });

  test("are restored all or none, at a limit or without a product", async () => {
    const free = await site.signUp();
    const ids: number[] = [];
    for (let count = 0; count < 3; count++) ids.push((await addTile(free)).id);
    await select("delete", ids, free);
    for (let count = 0; count < 3; count++) await addTile(free);
    expect(await select("restore", ids, free)).toMatchObject(rejection(403, "tiles.limit_reached"));
    expect(await deletedOf("tiles", free)).toHaveLength(3);
    const { product, tile } = await offer(anna);
    const other = await addTile(anna);
    await select("delete", [tile.id, other.id]);
    await remove("products", product.id);
    expect((await select("restore", [tile.id, other.id])).status).toBe(409);
    expect(await titles()).toEqual([]);
  });

  test.each([
    ["no tiles", [], "hide", "Please select tiles."],
    ["a text instead of a number", ["x"], "hide", "Please select tiles."],
    ["a text instead of a list", "1", "hide", "Please select tiles."],
    ["more tiles than a page has", Array.from({ length: 1_001 }, (_, id) => id), "hide", "at most 1,000"],
    ["another action", [1], "erase", "Action must be"],
  ])("return a clear error for %s", async (_case, ids, action, message) => {
    expect(await select(action, ids)).toMatchObject(
      rejection(400, "invalid_input", expect.stringContaining(message)),
    );
  });
});

describe("a deleted product", () => {
  test("is no longer sold, and returns with its tiles, slug, stock and orders", async () => {
    const { product, tile } = await offer(anna, { name: "Bowl", type: "digital", stock: 5 });
    const other = await addTile(anna, { title: "Last" });
    const open = await startCheckout(site, tile.id);
    await buy(site, tile.id);
    const page = `/@${anna.creator.handle}/${product.slug}`;
    await remove("products", product.id);
    expect((await anna.call("GET", "/api/products")).body.products).toEqual([]);
    expect((await site.call("GET", page)).status).not.toBe(200);
    expect(await titles()).toEqual([other.title]);
    expect((await site.call("POST", `/api/public/checkout/${open}/pay`, {})).status).toBe(409);
    expect((await anna.call("PATCH", `/api/products/${product.id}`, { name: "Cup" })).status).toBe(404);

    expect(await restore("products", product.id)).toMatchObject({
      status: 200,
      body: { product: { ...product, stock: expect.any(Number) } },
    });
    expect((await anna.call("GET", "/api/tiles")).body.tiles).toMatchObject([
      { id: tile.id },
      { id: other.id },
    ]);
    expect((await site.call("GET", page)).status).toBe(200);
    const [order] =
      await site.sql`select product_id::int from orders join order_lines on order_id = orders.id where status = 'paid' and creator_id = ${anna.creator.id}`;
    expect(order.product_id).toBe(product.id);
  });

  test("returns inactive if it was inactive", async () => {
    const product = await addProduct(anna, { active: false });
    await remove("products", product.id);
    expect((await restore("products", product.id)).body.product.active).toBe(false);
  });

  test("gets another slug if its own was taken", async () => {
    const first = await addProduct(anna, { name: "Bowl" });
    await remove("products", first.id);
    expect((await addProduct(anna, { name: "Bowl" })).slug).toBe(first.slug);
    const { product } = (await restore("products", first.id)).body;
    expect(product.slug).not.toBe(first.slug);
    expect(product.slug).toMatch(/^bowl/);
  });

  test("restores no tile that was deleted before it, nor one that has no room", async () => {
    const { product, tile } = await offer(anna);
    const second = await addTile(anna, { type: "product", productId: product.id });
    await remove("tiles", tile.id);
    await remove("products", product.id);
    expect(await restore("tiles", tile.id)).toMatchObject(rejection(409, "tiles.product_deleted"));
    await restore("products", product.id);
    expect((await anna.call("GET", "/api/tiles")).body.tiles).toMatchObject([{ id: second.id }]);
    expect((await restore("tiles", tile.id)).status).toBe(200);
  });

  test("restores, on the Free plan, as many tiles as the page has room for", async () => {
    const free = await site.signUp();
    const { product } = await offer(free);
    await addTile(free, { type: "product", productId: product.id });
    await free.call("DELETE", `/api/products/${product.id}`);
    for (let i = 0; i < 4; i++) await addTile(free);
    expect((await restore("products", product.id, free)).status).toBe(200);
    expect((await free.call("GET", "/api/tiles")).body.tiles).toHaveLength(5);
    expect(await deletedOf("tiles", free)).toHaveLength(1);
  });

  test("cannot restrict a new code", async () => {
    const product = await addProduct(anna);
    await remove("products", product.id);
    const response = await anna.call("POST", "/api/discounts", {
      code: "SPRING",
      percentOff: 10,
      productIds: [product.id],
    });
    expect(response.status).toBe(400);
  });
});

describe("a deleted code", () => {
  test("frees its name, and returns only while the name is free", async () => {
    const first = await addCode("SPRING");
    await remove("discounts", first.id);
    expect((await anna.call("GET", "/api/discounts")).body.discounts).toEqual([]);
    const second = await addCode("spring");
    expect(await restore("discounts", first.id)).toMatchObject(rejection(409, "discounts.code_taken"));
    await remove("discounts", second.id);
    expect(await restore("discounts", first.id)).toMatchObject({ status: 200, body: { discount: first } });
  });

  test("applies to no order", async () => {
    const code = await addCode("SPRING");
    const found = () => findActiveCode(site.db, { creatorId: anna.creator.id, code: "spring" });
    expect(await found()).toMatchObject({ id: code.id });
    await remove("discounts", code.id);
    expect(await found()).toBeUndefined();
  });
});

describe("deleted rows", () => {
  const make: Record<Kind, () => Promise<{ id: number }>> = {
    tiles: () => addTile(anna, { title: "Deleted" }),
    products: () => addProduct(anna, { name: "Deleted" }),
    discounts: () => addCode("Deleted"),
  };

  describe.each(["tiles", "products", "discounts"] as const)("%s", (kind) => {
    let id: number;
    beforeEach(async () => {
      ({ id } = await make[kind]());
      await remove(kind, id);
    });

    test("are listed and restored only for their creator", async () => {
      expect(await deletedOf(kind)).toEqual([
        {
          id,
          name: "Deleted",
          image_url: null,
          deleted_at: expect.any(String),
          restorable_until: expect.any(String),
        },
      ]);
      expect(await deletedOf(kind, berta)).toEqual([]);
      expect((await restore(kind, id, berta)).status).toBe(404);
      expect((await site.call("GET", `/api/${kind}/deleted`)).status).toBe(401);
    });

    test("can be restored on the thirtieth day, and no longer after it", async () => {
      await deletedDaysAgo(kind, 31);
      expect(await deletedOf(kind)).toEqual([]);
      expect((await restore(kind, id)).status).toBe(404);
      await deletedDaysAgo(kind, 29);
      expect((await restore(kind, id)).status).toBe(200);
    });

    test("are purged by a job after thirty days", async () => {
      const table = tableOf[kind];
      const job = purgeDeletedJob(site.db, { name: `${kind}.purge`, table });
      const run = () => job.run({ data: null, attempt: 1, signal: AbortSignal.timeout(5_000) });
      const stored = () => site.db.$count(table, eq(table.id, id));
      await deletedDaysAgo(kind, 29);
      await run();
      expect(await stored()).toBe(1);
      await deletedDaysAgo(kind, 31);
      await run();
      expect(await stored()).toBe(0);
    });
  });

  test("keeps a row that is restored at the moment of its purge", async () => {
    const { id } = await addTile(anna);
    await remove("tiles", id);
    await deletedDaysAgo("tiles", 31);
    const restoring = await beginTransaction(site);
    await restoring.sql`update tiles set deleted_at = null where id = ${id}`;
    const job = purgeDeletedJob(site.db, { name: "tiles.purge", table: tiles });
    const purged = job.run({ data: null, attempt: 1, signal: AbortSignal.timeout(5_000) });
    await untilWaiting(site);
    await restoring.commit();
    await purged;
    expect(await site.db.$count(tiles, eq(tiles.id, id))).toBe(1);
  });

  test("keeps a limited number of deleted rows", async () => {
    const { id } = await addTile(anna);
    await site.sql`
      insert into tiles (creator_id, type, title, hidden, position, deleted_at)
      select ${anna.creator.id}, 'link', 'Old', true, 0, now() - interval '1 day' from generate_series(1, ${MAX_DELETED})`;
    await remove("tiles", id);
    const items = await deletedOf("tiles");
    expect(items).toHaveLength(MAX_DELETED);
    expect(items[0].id).toBe(id);
    await inTransaction(site.db, (tx) => purgeAboveLimit(tx, tiles, berta.creator.id));
    expect(await deletedOf("tiles")).toHaveLength(MAX_DELETED);
  });
});
