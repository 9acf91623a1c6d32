import { expect, test } from "vitest";
import type { PageTile } from "../../../contract/pages/pages.ts";
import { addProduct, addTile, buy, modelOf, offer } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { insertOrder, openShop, sellAtProvider } from "../../testing/sold-orders.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());

const PATH = "/api/tiles";
const tips = { from: "tips", currency: "eur", target: 100_000 };
const goalOf = (goal: object) => ({ type: "goal", title: "A new kiln", goal });
const add = (goal: object) => addTile(anna, goalOf(goal));
const goalsOf = async ({ creator } = anna): Promise<PageTile[]> => {
  const { tiles } = modelOf((await site.call("GET", `/@${creator.handle}`)).text);
  return tiles.filter(({ type }: PageTile) => type === "goal");
};
const reached = async (user = anna) => (await goalsOf(user)).map(({ goal_reached }) => goal_reached);
const order = (given: Record<string, unknown>) =>
  insertOrder(site, { creator_id: anna.creator.id, type: "tip", ...given });

test("stores a goal without fields that its source does not use", async () => {
  const { id: product } = await addProduct(anna);
  const all = { productIds: [product, product], current: 5, since: "2026-02-28" };
  const stored = { product_ids: [], current: 0, since: null };
  expect((await add({ ...tips, ...all })).goal).toEqual({ ...tips, ...stored, since: all.since });
  const ofProducts = await add({ ...tips, from: "products", currency: "", ...all, since: "" });
  expect(ofProducts.goal).toEqual({
    ...{ from: "products", currency: null, target: 100_000 },
    ...{ product_ids: [product], current: 0, since: null },
  });
  const byHand = await add({ ...tips, from: "hand", ...all });
  expect(byHand.goal).toEqual({ ...tips, from: "hand", ...stored, current: 5 });
  const path = `${PATH}/${byHand.id}`;
  const renamed = await anna.call("PATCH", path, { title: "The kiln" });
  expect(renamed.body.tile.goal).toEqual(byHand.goal);
  const text = await anna.call("PATCH", path, { type: "text", description: "Done." });
  expect(text.body.tile.goal).toBe(null);
});

test.each([
  [null, "Enter the values of the goal."],
  [{ ...tips, target: 0 }, "Enter a target above 0 and below 10,000,000."],
  [{ ...tips, target: -5 }, "Enter a target above 0 and below 10,000,000."],
  [{ ...tips, target: 1.5, currency: null }, "Enter a target above 0 and below 10,000,000."],
  [{ ...tips, target: 1e7, currency: null }, "Enter a target above 0 and below 10,000,000."],
  [{ ...tips, target: 1e9 }, "Enter a target above 0 and below 10,000,000."],
  [{ ...tips, from: "luck" }, "Choose tips, products, or by hand."],
  [{ ...tips, from: "products" }, "Choose the products whose sales count."],
  [{ ...tips, from: "products", productIds: [999_999] }, "Choose at most 20 of your own products."],
  [{ ...tips, productIds: Array(21).fill(1) }, "Choose at most 20 of your own products."],
  [{ ...tips, from: "hand", current: -1 }, "Enter a current value from 0 to below 10,000,000."],
  [{ ...tips, since: "2026-02-29" }, "The first day must be a date, such as 2026-11-27."],
  [{ ...tips, since: "yesterday" }, "The first day must be a date, such as 2026-11-27."],
])("rejects %j", async (goal, error) => {
  const { status, body } = await anna.call("POST", PATH, { type: "goal", title: "A kiln", goal });
  expect([status, body.error]).toEqual([400, error]);
});

test("rejects another creator's product, but keeps a chosen product that is deleted", async () => {
  const other = await addProduct(await site.signUp());
  const own = await addProduct(anna);
  const ofProduct = (id: number) => goalOf({ ...tips, from: "products", productIds: [id] });
  expect((await anna.call("POST", PATH, ofProduct(other.id))).body.code).toBe("tiles.goal_products_not_own");
  const tile = await addTile(anna, ofProduct(own.id));
  await anna.call("DELETE", `/api/products/${own.id}`);
  const renamed = await anna.call("PATCH", `${PATH}/${tile.id}`, { title: "The kiln" });
  expect([renamed.status, renamed.body.tile.goal.product_ids]).toEqual([200, [own.id]]);
});

test("counts tips in the goal's currency, and past its target", async () => {
  await order({ amount_cents: 120_000 });
  await order({ currency: "usd" });
  await order({ type: "physical" });
  await order({ status: "pending", paid_at: null });
  await order({ is_free_copy: true });
  await add(tips);
  await add({ ...tips, currency: null });
  await add({ ...tips, from: "hand", current: 7 });
  expect(await reached()).toEqual([120_000, 2, undefined]);
});

test("counts the chosen products, a bundle as one sale", async () => {
  const [bowl, set] = [await addProduct(anna), await addProduct(anna, { name: "Set" })];
  await order({ product_id: bowl.id, type: "physical" });
  await order({ type: "tip" });
  const id = await order({ product_id: bowl.id, type: "physical" });
  await site.sql`update order_lines set bundle_id = ${set.id}, bundle_name = 'Set', amount_cents = 600, item_cents = 600 where order_id = ${id}`;
  await site.sql`insert into order_lines (order_id, position, name, type, item_cents, amount_cents, bundle_id, bundle_name)
    values (${id}, 1, 'Cup', 'physical', 400, 400, ${set.id}, 'Set')`;
  for (const currency of ["eur", null])
    for (const productIds of [[bowl.id], [set.id], [bowl.id, set.id]])
      await add({ from: "products", target: 10, currency, productIds });
  expect(await reached()).toEqual([1000, 1000, 2000, 1, 1, 2]);
});

test("takes refunds and disputes off", async () => {
  await order({ refunded_cents: 400, status: "partially_refunded" });
  await order({ refunded_cents: 1000, status: "refunded" });
  await order({ disputed_cents: 1000, status: "disputed" });
  await add(tips);
  await add({ ...tips, currency: null });
  expect(await reached()).toEqual([600, 1]);
});

test("counts each goal since its first day in the creator's time zone", async () => {
  await site.sql`update creators set time_zone = 'Pacific/Auckland' where id = ${anna.creator.id}`;
  // In Auckland these are the first minute of 2 March 2026 and the last one of 1 March.
  await order({ paid_at: new Date("2026-03-01T11:00:00Z"), amount_cents: 100 });
  await order({ paid_at: new Date("2026-03-01T10:59:00Z"), amount_cents: 20 });
  await order({ paid_at: new Date("2024-02-29T12:00:00Z"), amount_cents: 3 });
  for (const since of ["2026-03-02", "2024-02-29", "2026-03-01", "2099-01-01"]) await add({ ...tips, since });
  expect(await reached()).toEqual([100, 123, 120, 0]);
  await add(tips);
  expect((await reached()).at(-1)).toBe(123);
});

test("counts test sales of the current mode until the first sale for money", async () => {
  await order({ provider: "mock", mode: null });
  await order({ mode: "sandbox", amount_cents: 200 });
  await order({ provider: "free", amount_cents: 0, fee_cents: 0 });
  await add(tips);
  expect(await reached()).toEqual([1000]);
  await order({ amount_cents: 50 });
  await add(tips);
  await expect.poll(() => reached()).toEqual([50, 50]);
});

test("shows a sale on the cached page at once", async () => {
  const { product, tile } = await offer(anna);
  await add({ from: "products", target: 10, currency: null, productIds: [product.id] });
  expect(await reached()).toEqual([0]);
  await buy(site, tile.id);
  await expect.poll(() => reached()).toEqual([1]);
});

test("moves back on the cached page with a refund and with a lost dispute", async () => {
  const shop = await openShop(site);
  await site.sql`update creators set payment_provider = 'stripe' where id = ${shop.creator.creator.id}`;
  const goal = { from: "products", target: 3000, currency: "eur", productIds: [shop.product.id] };
  await addTile(shop.creator, goalOf(goal));
  const [first, second] = [await sellAtProvider(site, shop), await sellAtProvider(site, shop)];
  const shown = () => reached(shop.creator);
  await expect.poll(shown).toEqual([2000]);
  await first.act("refund", { amount: "4" });
  await expect.poll(shown).toEqual([1600]);
  await second.act("dispute");
  await second.act("lose");
  await expect.poll(shown).toEqual([600]);
});
