import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { BuyerOrder } from "../../../../contract/api/buyer-orders.ts";
import type { CreatorLine } from "../../../../contract/api/order-lines.ts";
import type { OrderTotals } from "../../../../contract/api/order-totals.ts";
import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import type { Product } from "../../../../contract/api/products.ts";
import { haveCommonProduct } from "../../../../contract/rules/product-types.ts";
import { readCsv } from "../../../testing/csv.ts";
import {
  ADDRESS,
  addFile,
  addProduct,
  addTile,
  mailsTo,
  modelOf,
  readOrder,
  submitForm,
  upgrade,
} from "../../../testing/factories.ts";
import { completeAtSandbox, saveSeller, signUpSeller, startPaid } from "../../../testing/payers.ts";
import { prepare } from "../../../testing/prepare.ts";
import { testSite } from "../../../testing/test-site.ts";

const site = testSite();
/** Set `ORDERS` to check more of them by hand, and `SEED` to check others. */
const ORDERS = Number(process.env.ORDERS ?? 30);
const SEED = Number(process.env.SEED ?? 20261129);
const PARTS = 8;
const OFFERED = 6;

const cents = fc.integer({ min: 100, max: 9999 });
/** A product that is sold by itself or in bundles. */
const PRODUCT = fc.record({ isFile: fc.boolean(), priceCents: cents, shippingCents: fc.nat(999) });
const BUNDLE = fc.record({
  priceCents: cents,
  parts: fc.uniqueArray(fc.nat(PARTS - 1), { minLength: 2, maxLength: 6 }),
});
/** A later change of an order. Shares are those of the rest that can be refunded. */
const CHANGE = fc.oneof(
  fc.record({ by: fc.constant("amount" as const), share: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
  fc.record({
    by: fc.constant("lines" as const),
    shares: fc.array(fc.constantFrom(0, 0.01, 0.33, 1), { minLength: 6, maxLength: 6 }),
  }),
  fc.record({ by: fc.constant("provider" as const), share: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
  fc.record({ by: fc.constant("withdrawal" as const), line: fc.nat(5) }),
);
const LIFE = fc.record({
  offered: fc.nat(OFFERED - 1),
  code: fc.constantFrom("", "", "THIRD", "PART", "FIXED", "WHOLE"),
  takesOffer: fc.boolean(),
  changes: fc.array(CHANGE, { maxLength: 3 }),
});
const sample = <Value>(of: fc.Arbitrary<Value>, numRuns: number) => fc.sample(of, { numRuns, seed: SEED });

const soldAs = ({ id, type, bundle_items: bundleItems }: Product) => ({ id, type, bundleItems });

const shop = prepare(async () => {
  const anna = await signUpSeller(site);
  await upgrade(site, anna);
  await saveSeller(anna);
  const path = await addFile(site, anna, "The songs.");
  const parts: Product[] = [];
  for (const [at, { isFile, priceCents, shippingCents }] of sample(PRODUCT, PARTS).entries())
    parts.push(
      await addProduct(anna, {
        ...{ name: `Part ${at}; "no ${at}"`, priceCents },
        ...(isFile ? { type: "digital", digitalFilePath: path } : { type: "physical", shippingCents }),
      }),
    );
  const offered = parts.slice(0, 2);
  for (const [at, bundle] of sample(BUNDLE, OFFERED - 2).entries())
    offered.push(
      await addProduct(anna, {
        ...{ name: `Bundle ${at}`, type: "bundle", priceCents: bundle.priceCents },
        bundleItems: bundle.parts.map((part) => parts[part]?.id),
      }),
    );
  // Each offers another one that has nothing in common with it: a bundle besides a part, and a part besides a bundle.
  for (const one of offered) {
    const second = [...offered.toReversed(), ...parts].find(
      (other) => !haveCommonProduct(soldAs(one), soldAs(other)),
    );
    const offer = { offerProductId: second?.id, offerPriceCents: 333, offerText: "Goes well with it." };
    const { status, text } = await anna.call("PATCH", `/api/products/${one.id}`, offer);
    if (status !== 200) throw new Error(text);
  }
  const tiles: number[] = [];
  for (const { id, name } of offered)
    tiles.push((await addTile(anna, { type: "product", title: name, productId: id })).id);
  for (const code of [
    { code: "THIRD", percentOff: 33 },
    { code: "WHOLE", percentOff: 100 },
    { code: "FIXED", amountOffCents: 77, currency: "eur" },
    { code: "PART", percentOff: 50, productIds: parts.slice(0, 5).map(({ id }) => id) },
  ]) {
    const made = await anna.call("POST", "/api/discounts", code);
    if (made.status !== 201) throw new Error(made.text);
  }
  return { anna, tiles };
});

type Sold = { id: number; email: string; orderToken: string; takesOffer: boolean };
type Choice = { offered: number; code: string; takesOffer: boolean };

async function sell(at: number, { offered, code, takesOffer }: Choice): Promise<Sold> {
  const token = await startPaid(site, shop.tiles[offered] ?? 0);
  const read = async (query: string) =>
    (await site.call("GET", `/api/public/checkout/${token}?offer=${takesOffer}${query}`)).body;
  let used = code;
  let shown = await read(`&code=${code}`);
  // A code for other products is rejected.
  if (shown.order?.price === undefined || (code !== "" && shown.order.price.discount_cents === 0)) {
    used = "";
    shown = await read("");
  }
  const { needs, price } = shown.order;
  const email = `buyer${at}@example.org`;
  const paid = await site.call("POST", `/api/public/checkout/${token}/pay`, {
    ...{ email, totalCents: price.total_cents, offer: takesOffer },
    ...(used && { code: used }),
    ...(needs.address && { address: ADDRESS }),
    ...(needs.consent && { consent: true }),
  });
  if (paid.status !== 200) throw new Error(paid.text);
  if (price.total_cents > 0) await completeAtSandbox(site, paid.body.returnUrl, "pay");
  const [row] =
    await site.sql`select id, seed from orders where checkout_token_hash = ${site.tokens.hash(token)}`;
  return { id: Number(row.id), email, orderToken: site.tokens.order(row.seed), takesOffer };
}

const detailOf = async ({ id }: Sold): Promise<CreatorOrderDetail> =>
  (await shop.anna.call("GET", `/api/orders/${id}`)).body.order;
const paymentOf = async ({ id }: Sold) =>
  (
    await site.sql`select s.* from sandbox_payments s join order_payments p on p.provider_id = s.id where p.order_id = ${id}`
  )[0];

async function change(sold: Sold, given: Change): Promise<void> {
  const { lines, refundable_cents } = await detailOf(sold);
  const refund = (what: object) =>
    shop.anna.call("POST", `/api/orders/${sold.id}/refund`, {
      ...{ requestId: randomUUID(), reason: "requested" },
      ...what,
    });
  if (given.by === "withdrawal") {
    const line = lines[given.line % lines.length];
    await site.call("POST", `/api/public/orders/${sold.orderToken}/withdraw`, {
      ...{ name: "Vera Stone", confirm: true },
      lines: [line?.id],
    });
  } else if (refundable_cents === 0) return;
  else if (given.by === "lines") {
    const parts = lines.flatMap(({ id, refundable_cents: left }, at) => {
      const amountCents = Math.ceil(left * (given.shares[at] ?? 0));
      return amountCents > 0 ? [{ id, amountCents }] : [];
    });
    if (parts.length > 0) expect((await refund({ lines: parts })).status).toBe(201);
  } else {
    const amountCents = Math.max(1, Math.floor(refundable_cents * given.share));
    if (given.by === "amount") expect((await refund({ amountCents })).status).toBe(201);
    else {
      const amount = (amountCents / 100).toFixed(2);
      const page = `/sandbox/payments/${(await paymentOf(sold)).id}`;
      expect((await submitForm(shop.anna, page, { action: "refund", amount })).status).toBe(303);
    }
  }
  await site.settled();
}
type Change = typeof CHANGE extends fc.Arbitrary<infer Value> ? Value : never;

const sumOf = <Item>(items: readonly Item[], pick: (item: Item) => number) =>
  items.reduce((sum, item) => sum + pick(item), 0);
const inCents = (amount: string | undefined) => Math.round(Number(amount) * 100);
const amountsOf = (lines: readonly Pick<CreatorLine, "id" | "amount_cents" | "refunded_cents">[]) =>
  lines.map(({ id, amount_cents, refunded_cents }) => ({ id, amount_cents, refunded_cents }));

/** Compares an order in all places that show its money. */
async function expectEqualSums(sold: Sold, row: Record<string, string> | undefined) {
  const order = await detailOf(sold);
  const { lines } = order;
  expect(sumOf(lines, (line) => line.amount_cents)).toBe(order.amount_cents);
  expect(sumOf(lines, (line) => line.discount_cents)).toBe(order.discount_cents);
  expect(sumOf(lines, (line) => line.shipping_cents)).toBe(order.shipping_cents);
  expect(sumOf(lines, (line) => line.refunded_cents)).toBe(order.refunded_cents);
  expect(sumOf(lines, (line) => line.refundable_cents)).toBe(order.refundable_cents);
  for (const line of lines) {
    expect(line.amount_cents).toBe(line.item_cents - line.discount_cents + line.shipping_cents);
    expect(line.refunded_cents).toBeLessThanOrEqual(line.amount_cents);
  }

  const buyers: BuyerOrder = await readOrder(site, sold.orderToken);
  const page: BuyerOrder = modelOf((await site.call("GET", `/orders/${sold.orderToken}`)).text).order;
  for (const shown of [buyers, page]) {
    expect(amountsOf(shown.lines)).toEqual(amountsOf(lines));
    expect(shown).toMatchObject({
      amount_cents: order.amount_cents,
      discount_cents: order.discount_cents,
      shipping_cents: order.shipping_cents,
    });
  }

  expect([row?.Amount, row?.Discount, row?.Shipping, row?.Refunded].map(inCents), "in the CSV").toEqual([
    order.amount_cents,
    order.discount_cents,
    order.shipping_cents,
    order.refunded_cents,
  ]);
  expect(row?.Lines).toBe(
    lines.map(({ name, amount_cents }) => `${(amount_cents / 100).toFixed(2)} ${name}`).join("; "),
  );

  const [receipt] = await mailsTo(site, sold.email, "receipt");
  const mail = JSON.parse(receipt?.html ?? "{}");
  expect(mail).toMatchObject({
    amountCents: order.amount_cents,
    discountCents: order.discount_cents,
    shippingCents: order.shipping_cents,
  });
  if (lines.length > 1)
    expect(mail.lines).toEqual(lines.map(({ name, amount_cents: amountCents }) => ({ name, amountCents })));

  if (order.amount_cents === 0) return order;
  const payment = await paymentOf(sold);
  expect(payment.amount).toBe(order.amount_cents);
  expect(sumOf(payment.lines as { amount: number }[], ({ amount }) => amount)).toBe(order.amount_cents);
  expect(sumOf(payment.refunds as { amount: number }[], ({ amount }) => amount)).toBe(order.refunded_cents);
  return order;
}

test("keeps the sums of random orders equal in all places that show them", {
  timeout: 3_600_000,
}, async () => {
  const sold: Sold[] = [];
  for (const [at, life] of sample(LIFE, ORDERS).entries()) {
    // Many orders take longer than a confirmation of the seller lasts.
    await site.sql`update sessions set confirmed_at = now()`;
    const order = await sell(at, life);
    for (const each of life.changes) await change(order, each);
    sold.push(order);
  }
  const rows = readCsv((await shop.anna.call("GET", "/api/orders/export.csv")).text);
  const orders: CreatorOrderDetail[] = [];
  for (const order of sold)
    orders.push(
      await expectEqualSums(
        order,
        rows.find((row) => row.Order === String(order.id)),
      ),
    );
  expect(orders.some(({ lines }) => lines.length > 2)).toBe(true);
  expect(orders.some(({ lines }) => lines.some(({ withdrawn_at }) => withdrawn_at !== null))).toBe(true);

  // Free orders are in the totals, those of the sandbox apart.
  const { totals, mockTotals } = (await shop.anna.call("GET", "/api/orders")).body;
  const sums: OrderTotals[] = [...totals, ...mockTotals];
  expect(sumOf(sums, ({ paid }) => paid)).toBe(ORDERS);
  expect(sumOf(sums, (sum) => sum.amount_cents)).toBe(sumOf(orders, (order) => order.amount_cents));
  expect(sumOf(sums, (sum) => sum.refunded_cents)).toBe(sumOf(orders, (order) => order.refunded_cents));
  const { products } = (await shop.anna.call("GET", "/api/products")).body;
  const sales = (products as Product[]).flatMap((product) => product.sales ?? []);
  const kept = orders.filter(({ status }) => status !== "refunded");
  expect(sumOf(sales, ({ revenue_cents }) => revenue_cents)).toBe(
    sumOf(kept, (order) => order.amount_cents - order.refunded_cents),
  );
  const taken = sold.filter(({ id, takesOffer }) => takesOffer && kept.some((order) => order.id === id));
  expect(taken.length).toBeGreaterThan(0);
  expect(sumOf(sales, ({ sold: count }) => count)).toBe(kept.length + taken.length);
});
