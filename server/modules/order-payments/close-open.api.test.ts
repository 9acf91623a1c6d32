import { expect, test } from "vitest";
import { ProviderUnavailable } from "../../platform/payments/port.ts";
import { addProduct, addTile } from "../../testing/factories.ts";
import { atSandbox, buyerOf, completeAtSandbox, signUpSeller, startPaid } from "../../testing/payers.ts";
import { openSite } from "../../testing/test-site.ts";
import { closeOpenPayments } from "./index.ts";
import { RECONCILE_JOB } from "./reconcile.ts";

/** Three units: two buyers have opened the provider's page, one has paid. */
async function openShop() {
  const site = await openSite();
  const seller = await signUpSeller(site);
  const product = await addProduct(seller, { name: "Guide", type: "digital", priceCents: 2500, stock: 3 });
  const tile = await addTile(seller, { type: "product", productId: product.id });
  const { pay, rowOf } = buyerOf(() => site);
  const start = async () => {
    const token = await startPaid(site, tile.id);
    return { token, page: (await pay(token)).body.returnUrl as string };
  };
  const [open, paid] = [await start(), await start()];
  const stock = async () => (await site.sql`select stock from products where id = ${product.id}`)[0].stock;
  return { site, open, paid, rowOf, stock };
}

test("closes payable payments at the provider and delivers paid ones", async () => {
  const { site, open, paid, rowOf, stock } = await openShop();
  await atSandbox(site, paid.page, "lose-event");
  await atSandbox(site, paid.page, "pay");
  expect(await stock()).toBe(1);
  const count = await closeOpenPayments(site.db, site.sales.stripe);
  expect(count.closed + count.unclosable).toBe(2);
  await atSandbox(site, open.page, "pay");
  await site.runNow(RECONCILE_JOB);
  await site.settled();
  expect(await rowOf(open.token)).toMatchObject({ status: "expired", paid_at: null });
  expect(await rowOf(paid.token)).toMatchObject({ status: "paid" });
  expect(await stock()).toBe(2);
  expect(await closeOpenPayments(site.db, site.sales.stripe)).toEqual({
    closed: 0,
    unclosable: 0,
    failed: 0,
  });
});

test("does not touch payments of other keys or unclosable ones", async () => {
  const { site, open, rowOf } = await openShop();
  const close = (given: Partial<typeof site.sales.stripe>) =>
    closeOpenPayments(site.db, { ...site.sales.stripe, ...given });
  expect(await close({ mode: "live" })).toEqual({ closed: 0, unclosable: 0, failed: 0 });
  expect(await close({ closePayment: async () => false })).toEqual({ closed: 0, unclosable: 2, failed: 0 });
  const closePayment = async () => {
    throw new ProviderUnavailable("silent");
  };
  expect(await close({ closePayment })).toEqual({ closed: 0, unclosable: 0, failed: 2 });
  await completeAtSandbox(site, open.page, "pay");
  expect(await rowOf(open.token)).toMatchObject({ status: "paid" });
});
