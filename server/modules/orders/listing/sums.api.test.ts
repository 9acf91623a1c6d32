import fc from "fast-check";
import { expect, test } from "vitest";
import type { OrderTotals } from "../../../../contract/api/order-totals.ts";
import type { CreatorOrder } from "../../../../contract/api/orders.ts";
import { readCsv } from "../../../testing/csv.ts";
import { signUpAdmin } from "../../../testing/factories.ts";
import { prepare } from "../../../testing/prepare.ts";
import { openShop, sellAtProvider } from "../../../testing/sold-orders.ts";
import { testSite } from "../../../testing/test-site.ts";

const site = testSite();
const shop = prepare(() => openShop(site));

/** Events of an order of 10.00 with a fee of 0.50, and the expected rest. */
const LIVES = [
  { steps: [], refunded: 0, disputed: 0, net: 950 },
  { steps: ["refund 4"], refunded: 400, disputed: 0, net: 570 },
  { steps: ["dispute"], refunded: 0, disputed: 1000, net: -50 },
  { steps: ["dispute", "lose"], refunded: 0, disputed: 1000, net: -50 },
  { steps: ["dispute", "win"], refunded: 0, disputed: 0, net: 950 },
  { steps: ["refund 4", "dispute", "lose"], refunded: 400, disputed: 600, net: -30 },
  { steps: ["refund 3", "refund-rest"], refunded: 1000, disputed: 0, net: 0 },
];

async function live(steps: readonly string[], seller = shop): Promise<number> {
  const order = await sellAtProvider(site, seller);
  for (const step of steps) {
    const [action = "", amount] = step.split(" ");
    await order.act(action, amount === undefined ? {} : { amount });
  }
  return order.id;
}

/** Returns the rows of a CSV with amounts in minor units. */
function rowsOf(csv: string): Record<string, string | number>[] {
  const toCents = (cell: string) => (/^-?\d+\.\d\d$/.test(cell) ? Math.round(Number(cell) * 100) : cell);
  return readCsv(csv).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, toCents(cell)])),
  );
}
const sumOf = (rows: Record<string, string | number>[], column: string) =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0);

test("shows net amount, kept fee, refunds and disputes of every order and sum", async () => {
  const ids: number[] = [];
  for (const { steps } of LIVES) ids.push(await live(steps));
  const list = (await shop.creator.call("GET", "/api/orders")).body;
  const byId = new Map<number, CreatorOrder>(list.orders.map((order: CreatorOrder) => [order.id, order]));
  for (const [at, { steps, refunded, disputed, net }] of LIVES.entries()) {
    const order = byId.get(ids[at] ?? 0);
    if (!order) throw new Error("not listed");
    expect(order, steps.join()).toMatchObject({
      refunded_cents: refunded,
      disputed_cents: disputed,
      net_cents: net,
    });
    expect(order.net_cents + order.fee_cents - order.fee_returned_cents + refunded + disputed).toBe(1000);
    const detail = (await shop.creator.call("GET", `/api/orders/${order.id}`)).body.order;
    expect(detail, "list = detail").toMatchObject(order);
  }
  const expectedSum = (totals: OrderTotals) => {
    const sum = (pick: (life: (typeof LIVES)[number]) => number) =>
      LIVES.reduce((total, life) => total + pick(life), 0);
    expect(totals).toMatchObject({
      paid: LIVES.length,
      amount_cents: LIVES.length * 1000,
      refunded_cents: sum(({ refunded }) => refunded),
      disputed_cents: sum(({ disputed }) => disputed),
      net_cents: sum(({ net }) => net),
    });
    const { net_cents, fee_cents, refunded_cents, disputed_cents, amount_cents } = totals;
    expect(net_cents + fee_cents + refunded_cents + disputed_cents).toBe(amount_cents);
  };
  expectedSum(list.mockTotals[0]);

  const rows = rowsOf((await shop.creator.call("GET", "/api/orders/export.csv")).text);
  expect(rows).toHaveLength(LIVES.length);
  for (const row of rows) {
    const order = byId.get(Number(row.Order));
    expect(row).toMatchObject({
      Net: order?.net_cents,
      Refunded: order?.refunded_cents,
      Disputed: order?.disputed_cents,
      "Net after provider fee": (order?.net_cents ?? 0) - (order?.provider_fee_cents ?? 0),
    });
  }
  expect(sumOf(rows, "Net")).toBe(list.mockTotals[0].net_cents);

  // The same orders as sales for real money.
  await site.query("update orders set mode = 'live'");
  expectedSum((await shop.creator.call("GET", "/api/orders")).body.totals[0]);
  const admin = await signUpAdmin(site);
  const year = new Date().getUTCFullYear();
  const report = await admin.call("GET", `/api/admin/sellers.csv?year=${year}`);
  const [sold] = rowsOf(report.text);
  expect(sold).toMatchObject({
    Amount: LIVES.length * 1000,
    Refunded: list.mockTotals[0].refunded_cents,
    Disputed: list.mockTotals[0].disputed_cents,
    "Platform fee": list.mockTotals[0].fee_cents,
  });
});

/** Refunds of some cents each, always less than the ten euros in total, and the final state. */
const LIFE = fc.record({
  refunds: fc.array(fc.integer({ min: 1, max: 333 }), { maxLength: 2 }),
  end: fc.constantFrom<string[]>(
    [],
    ["refund-rest"],
    ["dispute"],
    ["dispute", "lose"],
    ["dispute", "win"],
    ["dispute", "win", "refund-rest"],
  ),
});

test("keeps every cent in orders, their list, sums and file after any events", async () => {
  const seller = await openShop(site);
  const call = async (path: string) => seller.creator.call("GET", path);
  const property = fc.asyncProperty(LIFE, async ({ refunds, end }) => {
    const id = await live([...refunds.map((cents) => `refund ${(cents / 100).toFixed(2)}`), ...end], seller);
    const order: CreatorOrder = (await call(`/api/orders/${id}`)).body.order;
    const refunded = refunds.reduce((sum, cents) => sum + cents, 0);
    const isAll = end.includes("refund-rest");
    const isDisputed = end.includes("dispute") && !end.includes("win");
    expect(order.refunded_cents).toBe(isAll ? 1000 : refunded);
    expect(order.disputed_cents).toBe(isDisputed ? 1000 - refunded : 0);
    // The fee is returned in proportion to each refund, rounded by at most one cent.
    expect(Math.abs(order.fee_returned_cents - (50 * order.refunded_cents) / 1000)).toBeLessThanOrEqual(
      isAll ? 0 : refunds.length,
    );
    const kept = order.fee_cents - order.fee_returned_cents;
    expect(order.net_cents + kept + order.refunded_cents + order.disputed_cents).toBe(1000);
  });
  await fc.assert(property, { numRuns: 15, endOnFailure: true });

  const list = (await call("/api/orders")).body;
  const listed: CreatorOrder[] = list.orders;
  const rows = rowsOf((await call("/api/orders/export.csv")).text);
  expect(rows).toHaveLength(listed.length);
  for (const [column, name] of [
    ["Net", "net_cents"],
    ["Refunded", "refunded_cents"],
    ["Disputed", "disputed_cents"],
  ] as const) {
    const sum = listed.reduce((total, order) => total + order[name], 0);
    expect(sumOf(rows, column), column).toBe(sum);
    expect(list.mockTotals[0][name], name).toBe(sum);
  }
});
