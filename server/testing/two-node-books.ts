import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { AnalyticsSummary } from "../../contract/api/analytics.ts";
import type { Books } from "../../contract/api/books.ts";
import type { MockTotals, OrderOverview, OrderTotals } from "../../contract/api/order-totals.ts";
import { readCsv } from "./csv.ts";
import type { PaymentDouble } from "./payment-doubles.ts";
import type { Sales } from "./two-node-sales.ts";
import { type OfferName, paidFor, type TwoNodeShop } from "./two-node-shop.ts";

type Parts = { shop: TwoNodeShop; double: PaymentDouble; sales: Sales };

/** Waits until everything that was paid is known and nothing is left to do. */
export async function untilSettled({ shop, sales }: Parts): Promise<void> {
  const countPaid = async () => (await shop.read("select from orders where paid_at is not null")).length;
  const output = () => shop.nodes.map((node) => node.output).join("\n");
  await expect.poll(countPaid, { interval: 500, message: output() }).toBe(sales.paid.length);
  const listOpen = async () => shop.read("select provider_id from order_payments where status = 'open'");
  await expect.poll(listOpen, { interval: 500 }).toEqual([]);
  // A summary of sales waits for its time, and what recurs is queued for its next one.
  const listJobs = () =>
    shop.read(`select name, state, output from pgboss.job
      where state in ('active', 'retry') or state = 'created' and start_after < now() - interval '1 second'`);
  await expect.poll(listJobs, { interval: 500 }).toEqual([]);
  expect(await shop.read("select name, data, output from pgboss.job where state = 'failed'")).toEqual([]);
}

/** Expects that each order is as its provider says: delivered once when it was paid, to the cent, and not at all otherwise. */
export async function expectEachOrderRight(parts: Parts): Promise<void> {
  const { shop, double, sales } = parts;
  const rows = await shop.read(
    `select p.provider_id as id, o.status, o.provider, o.buyer_email as email, o.number,
       o.amount_cents as amount, o.fee_cents as fee, o.discount_cents as discount, o.shipping_cents as shipping,
       o.provider_fee_cents as "providerFee", o.refunded_cents as refunded,
       (select count(*)::int from order_payments each where each.order_id = o.id) as payments,
       (select count(*)::int from order_events e where e.order_id = o.id and e.what = 'paid') as deliveries,
       (select json_build_array(count(*), sum(l.amount_cents), sum(l.shipping_cents)) from order_lines l where l.order_id = o.id) as lines,
       (select json_build_array(count(*), sum(sales), sum(l.amount_cents), sum(l.fee_cents), sum(coalesce(l.provider_fee_cents, 0)), sum(unknown_provider_fees))
          from ledger_entries l where l.order_id = o.id) as ledger
     from order_payments p join orders o on o.id = p.order_id`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, offer, email } of sales.paid) {
    const { amountCents, feeCents, discountCents, shippingCents } = paidFor(offer);
    const providerFee = double.feeOf(amountCents);
    expect(double.findTaken(id), id).toEqual({ currency: "eur", amountCents, feeCents });
    const { ledger, ...order } = byId.get(id) ?? {};
    expect(order, id).toMatchObject({
      ...{ status: "paid", provider: double.provider, email, payments: 1, deliveries: 1, providerFee },
      ...{
        amount: amountCents,
        fee: feeCents,
        discount: discountCents,
        shipping: shippingCents,
        refunded: 0,
        lines: [offer === "set" ? 2 : 1, amountCents, shippingCents],
      },
    });
    expect(ledger.slice(1), id).toEqual([
      ...[1, amountCents, feeCents, providerFee ?? 0],
      providerFee === null ? 1 : 0,
    ]);
  }
  for (const { id } of sales.unpaid) {
    expect(double.findTaken(id), id).toBeNull();
    const { status, ...order } = byId.get(id) ?? {};
    expect(["cancelled", "expired"], id).toContain(status);
    expect(order, id).toMatchObject({
      number: null,
      payments: 1,
      deliveries: 0,
      ledger: [0, ...Array(5).fill(null)],
    });
  }
  expect(rows).toHaveLength(sales.paid.length + sales.unpaid.length);
  const numbers = rows.flatMap(({ number }) => (number === null ? [] : [String(number)]));
  expect(new Set(numbers).size, "numbers of receipts").toBe(sales.paid.length);
  expect(double.refused).toEqual([]);
  await expectDelivered(parts);
}

/** Expects one receipt for each buyer who has paid, none for others, and the bytes behind each download. */
async function expectDelivered({ shop, sales }: Parts): Promise<void> {
  const outbox = join(shop.folder, "outbox");
  const receivers = new Map<string, number>();
  for (const name of await readdir(outbox)) {
    if (!name.endsWith(".eml")) continue;
    const to = /^To: <?([^>\r\n]+)/m.exec(await readFile(join(outbox, name), "utf8"))?.[1] ?? "";
    receivers.set(to, (receivers.get(to) ?? 0) + 1);
  }
  const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  for (const [at, purchase] of sales.paid.entries()) {
    expect(receivers.get(purchase.email), purchase.email).toBe(1);
    const back = await shop.comeBack(purchase, at);
    expect(back.searchParams.get("status")).toBe("success");
    const download = back.searchParams.get("downloadToken");
    if (purchase.offer !== "notes" && purchase.offer !== "set") continue;
    const response = await shop.send(`/api/orders/download/${download}`, {}, at);
    expect(response.status).toBe(200);
    expect(digest(new Uint8Array(await response.arrayBuffer()))).toBe(digest(shop.file));
  }
  for (const [at, purchase] of sales.unpaid.entries()) {
    expect(receivers.get(purchase.email), purchase.email).toBeUndefined();
    const back = await shop.comeBack(purchase, at);
    expect(back.searchParams.get("status")).not.toBe("success");
    expect(back.searchParams.get("downloadToken")).toBeNull();
  }
}

/** Expects that each figure of the creator is the sum of what the provider says was paid; returns it. */
export async function expectSumsRight({ shop, double, sales }: Parts): Promise<OrderTotals> {
  const { creator } = shop;
  const sum = (of: (sale: ReturnType<typeof paidFor>) => number) =>
    sales.paid.reduce((total, { offer }) => total + of(paidFor(offer)), 0);
  const amount = sum(({ amountCents }) => amountCents);
  const fee = sum(({ feeCents }) => feeCents);
  const providerFee = sum(({ amountCents }) => double.feeOf(amountCents) ?? 0);
  const isFeeKnown = double.feeOf(0) !== null;
  const totals = {
    ...{ currency: "eur", paid: sales.paid.length, amount_cents: amount, fee_cents: fee },
    ...{ refunded_cents: 0, disputed_cents: 0, net_cents: amount - fee },
    discount_cents: sum(({ discountCents }) => discountCents),
    shipping_cents: sum(({ shippingCents }) => shippingCents),
    provider_fee_cents: providerFee,
    provider_fees_unknown: isFeeKnown ? 0 : sales.paid.length,
    gets_cents: amount - fee - providerFee,
  };
  const list = await creator.getJson<{ mockTotals: MockTotals[]; totals: OrderTotals[] }>("/api/orders");
  expect(list).toMatchObject({ totals: [], mockTotals: [{ ...totals, mode: "test" }] });
  const overview = await creator.getJson<OrderOverview>("/api/orders/overview");
  expect(overview).toMatchObject({ totals: [], mockTotals: [{ ...totals, mode: "test" }] });

  const year = new Date().getUTCFullYear();
  const books = await creator.getJson<Books>(`/api/orders/books?year=${year}&mode=test`);
  expect(books.totals).toEqual([totals]);
  const addUp = (parts: readonly { totals: OrderTotals[] }[]) =>
    parts.flatMap((part) => part.totals).reduce((total, { amount_cents }) => total + amount_cents, 0);
  expect([books.months, books.quarters, books.countries].map(addUp)).toEqual([amount, amount, amount]);

  const columnOf = (rows: Record<string, string>[], name: string) =>
    rows.reduce((total, row) => total + Math.round(Number(row[name]) * 100), 0);
  const read = async (path: string) => readCsv(await (await creator.get(path)).text());
  const orders = (await read("/api/orders/export.csv")).filter(({ Status }) => Status === "paid");
  expect(orders).toHaveLength(sales.paid.length);
  const inBooks = await read(`/api/orders/books.csv?year=${year}&mode=test`);
  expect(inBooks.filter(({ What }) => What === "sale")).toHaveLength(sales.paid.length);
  for (const [rows, paid] of [
    [orders, "Amount"],
    [inBooks, "Paid"],
  ] as const) {
    expect([paid, "Platform fee", "Provider fee"].map((name) => columnOf(rows, name))).toEqual([
      ...[amount, fee, providerFee],
    ]);
  }

  const purchases = async () =>
    (await creator.getJson<AnalyticsSummary>("/api/analytics/summary")).summary.find(
      ({ event }) => event === "purchase",
    )?.count;
  await expect.poll(purchases).toBe(sales.paid.length);
  await expectReservationsRight({ shop, sales });
  return totals;
}

/** Expects that each paid unit is taken from the stock, each paid use of the code is counted, and no other. */
async function expectReservationsRight({ shop, sales }: Pick<Parts, "shop" | "sales">): Promise<void> {
  const countPaid = (...offers: OfferName[]) =>
    sales.paid.filter(({ offer }) => offers.includes(offer)).length;
  const [bowl] = await shop.read("select stock from products where name = 'Bowl'");
  expect(bowl?.stock).toBe(shop.stock - countPaid("bowl", "set"));
  const [code] = await shop.read("select taken from discounts where code = $1", [shop.code]);
  expect(code?.taken).toBe(countPaid("bowl"));
}
