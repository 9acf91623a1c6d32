import { beforeEach, expect, test } from "vitest";
import { signUpVerified, type TestUser } from "../../../testing/factories.ts";
import { prepareEach } from "../../../testing/prepare.ts";
import { insertOrder } from "../../../testing/sold-orders.ts";
import { openSite, testSite } from "../../../testing/test-site.ts";
import { startOfMonth } from "./overview.ts";

let now = new Date("2026-03-31T23:30:00Z");
const site = testSite({ now: () => now });
const anna = prepareEach(() => signUpVerified(site));
beforeEach(() => {
  now = new Date("2026-03-15T12:00:00Z");
});

const overview = async (user: TestUser = anna) => (await user.call("GET", "/api/orders/overview")).body;

const addOrder = (given: Record<string, unknown> = {}, user: TestUser = anna) =>
  insertOrder(site, {
    creator_id: user.creator.id,
    type: "digital",
    fee_cents: 100,
    paid_at: new Date("2026-03-10T12:00:00Z"),
    ...given,
  });

test("sums this month's payments by currency without tests, and net of fees, refunds and disputes", async () => {
  await addOrder();
  await addOrder({ refunded_cents: 400, fee_returned_cents: 40, status: "partially_refunded" });
  await addOrder({ amount_cents: 500, currency: "usd", fee_cents: 0 });
  await addOrder({ mode: "test" });
  await addOrder({ paid_at: new Date("2026-02-28T12:00:00Z") });
  await addOrder({ paid_at: null, status: "pending" });
  await addOrder({}, await signUpVerified(site));
  const { totals, mockTotals, month_start } = await overview();
  expect(month_start).toBe("2026-03-01T00:00:00.000Z");
  const figures = totals.map(({ currency, paid, amount_cents, net_cents }: Record<string, unknown>) => [
    currency,
    paid,
    amount_cents,
    net_cents,
  ]);
  expect(figures).toEqual([
    ["eur", 2, 2000, 1440],
    ["usd", 1, 500, 500],
  ]);
  expect(mockTotals).toMatchObject([{ mode: "test", paid: 1, amount_cents: 1000 }]);
});

test("counts the same unshipped paid goods as the list shows", async () => {
  const waiting = [
    await addOrder({ type: "physical" }),
    await addOrder({ type: "physical", status: "partially_refunded", refunded_cents: 100 }),
  ];
  const others = [
    { shipped_at: new Date() },
    { withdrawn_at: new Date() },
    { status: "refunded", refunded_cents: 1000 },
    { status: "disputed", disputed_cents: 1000 },
    { status: "pending", paid_at: null },
    { type: "digital" },
  ];
  for (const given of others) await addOrder({ type: "physical", ...given });
  expect((await overview()).to_ship).toBe(2);
  const { orders } = (await anna.call("GET", "/api/orders?status=to_ship")).body;
  for (const { id } of orders)
    expect((await anna.call("GET", `/api/orders/${id}`)).body.order).toMatchObject({ to_ship: true });
  const { orders: all } = (await anna.call("GET", "/api/orders?status=all")).body;
  const ids = (list: { id: number }[]) => list.map(({ id }) => id).toSorted();
  expect(ids(all.filter((order: { to_ship: boolean }) => order.to_ship))).toEqual(ids(orders));
  expect(orders.map(({ id }: { id: number }) => id).sort()).toEqual(waiting.sort());
  expect((await anna.call("POST", `/api/orders/${waiting[0]}/ship`, { tracking: null })).status).toBe(200);
  expect((await overview()).to_ship).toBe(1);
});

test("counts a dispute until the bank has decided", async () => {
  const orderId = await addOrder({ status: "disputed", disputed_cents: 1000 });
  const [{ id: paymentId }] = await site.sql`
    insert into order_payments (order_id, provider, provider_id, mode, status, amount_cents, currency, fee_cents)
    values (${orderId}, 'stripe', ${`pi_${orderId}`}, 'live', 'paid', 1000, 'eur', 100) returning id`;
  const dispute = `dp_${orderId}`;
  await site.sql`
    insert into order_disputes (provider, provider_id, order_id, order_payment_id, amount_cents, status)
    values ('stripe', ${dispute}, ${orderId}, ${paymentId}, 1000, 'open')`;
  expect((await overview()).disputed).toBe(1);
  await site.sql`update order_disputes set status = 'lost' where provider_id = ${dispute}`;
  expect((await overview()).disputed).toBe(0);
});

test.for([
  ["2026-03-31T23:30:00Z", "Europe/Berlin", "2026-03-31T22:00:00.000Z"],
  ["2026-03-31T23:30:00Z", "UTC", "2026-03-01T00:00:00.000Z"],
  ["2026-04-01T02:00:00Z", "America/New_York", "2026-03-01T05:00:00.000Z"],
  ["2026-10-31T12:00:00Z", "Europe/Berlin", "2026-09-30T22:00:00.000Z"],
  ["2028-02-29T12:00:00Z", "Asia/Kathmandu", "2028-01-31T18:15:00.000Z"],
] as const)("at %s the month of %s began at %s", ([instant, timeZone, start]) => {
  expect(startOfMonth(new Date(instant), timeZone).toISOString()).toBe(start);
});

test("returns nothing without a session", async () => {
  const other = await openSite({ databaseUrl: site.databaseUrl });
  expect((await other.call("GET", "/api/orders/overview")).status).toBe(401);
});
