import { expect, test } from "vitest";
import type { Product } from "../../../contract/api/products.ts";
import { addProduct } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { insertOrder } from "../../testing/sold-orders.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());

const list = async (user = anna): Promise<Product[]> =>
  (await user.call("GET", "/api/products")).body.products;

const addOrder = (product: { id: number }, given: Record<string, unknown> = {}, user = anna) =>
  insertOrder(site, { creator_id: user.creator.id, product_id: product.id, ...given });

test("lists each product's net sales by currency, without refunds and disputes", async () => {
  const [bowl, cup] = [await addProduct(anna, { name: "Bowl" }), await addProduct(anna, { name: "Cup" })];
  await addOrder(bowl);
  await addOrder(bowl, { refunded_cents: 300, status: "partially_refunded" });
  await addOrder(bowl, { disputed_cents: 1000, status: "disputed" });
  await addOrder(bowl, { refunded_cents: 1000, status: "refunded" });
  await addOrder(bowl, { status: "pending", paid_at: null });
  await addOrder(bowl, { currency: "usd", amount_cents: 2_000_000_000 });
  await addOrder(bowl, { currency: "usd", amount_cents: 2_000_000_000 });
  expect(await list()).toMatchObject([
    { id: cup.id, sales: [] },
    {
      id: bowl.id,
      sales: [
        { currency: "eur", mock: false, sold: 3, revenue_cents: 1700 },
        { currency: "usd", mock: false, sold: 2, revenue_cents: 4_000_000_000 },
      ],
    },
  ]);
});

test("separates orders without money from the others, which come first", async () => {
  const bowl = await addProduct(anna, { name: "Bowl" });
  await addOrder(bowl, { provider: "mock", mode: null });
  await addOrder(bowl, { mode: "test" });
  await addOrder(bowl, { mode: "sandbox" });
  await addOrder(bowl, { provider: "free", amount_cents: 0, fee_cents: 0 });
  expect((await list())[0]?.sales).toEqual([
    { currency: "eur", mock: false, sold: 1, revenue_cents: 0 },
    { currency: "eur", mock: true, sold: 3, revenue_cents: 3000 },
  ]);
});

test("ignores an order of another creator that names the product", async () => {
  const other = await site.signUp();
  const bowl = await addProduct(anna, { name: "Bowl" });
  await addOrder(bowl, {}, other);
  expect((await list())[0]?.sales).toEqual([]);
});

test("lists the sales of every product of a long list", async () => {
  await site.sql`insert into products (creator_id, name, slug, price_cents, type)
    select ${anna.creator.id}, 'Bowl ' || n, 'bowl-' || n, 1000, 'physical' from generate_series(1, 120) n`;
  for (const product of await list()) await addOrder(product);
  const sold = (await list()).map(({ sales }) => sales?.[0]?.sold);
  expect(sold).toEqual(Array.from({ length: 120 }, () => 1));
});
