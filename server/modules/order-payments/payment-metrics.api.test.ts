import { expect, test } from "vitest";
import { prepare } from "../../testing/prepare.ts";
import { openShop, sellAtProvider } from "../../testing/sold-orders.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const shop = prepare(() => openShop(site));

/** Returns the values of a metric by label. The key is `value` for a metric without a label. */
async function read(name: string): Promise<Record<string, number>> {
  const { text } = await site.call("GET", "/metrics", undefined, { host: "localhost" });
  const lines = [...text.matchAll(new RegExp(`^${name}(?:\\{\\w+="(\\w+)"\\})? (\\S+)$`, "gm"))];
  return Object.fromEntries(lines.map(([, label = "value", value]) => [label, Number(value)]));
}
const paymentsOf = () => read("tessera_payments_total");

test("counts payments, late ones and refunds once they are saved", async () => {
  const before = await paymentsOf();
  const order = await sellAtProvider(site, shop);
  expect(await paymentsOf()).toEqual({ ...before, paid: (before.paid ?? 0) + 1 });
  await site.orderPayments.refreshPayment(order.paymentId);
  expect((await paymentsOf()).paid, "what was read before is not counted again").toBe((before.paid ?? 0) + 1);
  await order.refund();
  expect((await paymentsOf()).refunded).toBe((before.refunded ?? 0) + 1);

  const late = await sellAtProvider(site, shop);
  await site.sql`update order_payments set status = 'expired', paid_at = null where id = ${late.paymentId}`;
  await site.orderPayments.refreshPayment(late.paymentId);
  expect((await paymentsOf()).late).toBe((before.late ?? 0) + 1);
});

test("shows the age of the last event and the delay of an overdue payment", async () => {
  const order = await sellAtProvider(site, shop);
  const age = (await read("tessera_last_payment_event_seconds")).value;
  expect(age).toBeGreaterThanOrEqual(0);
  expect(age).toBeLessThan(60);
  expect((await read("tessera_overdue_payment_seconds")).value).toBe(0);
  await site.sql`update order_payments set next_read_at = now() - interval '1 hour' where id = ${order.paymentId}`;
  expect((await read("tessera_overdue_payment_seconds")).value).toBeGreaterThanOrEqual(3600);
  await site.sql`update order_payments set next_read_at = null where id = ${order.paymentId}`;
});
