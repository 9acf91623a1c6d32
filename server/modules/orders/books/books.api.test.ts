import fc from "fast-check";
import { expect, test } from "vitest";
import type { Books } from "../../../../contract/api/books.ts";
import type { OrderTotals } from "../../../../contract/api/order-totals.ts";
import {
  addMoney,
  getsOf,
  keptFeeOf,
  moneyOf,
  netOf,
  type SaleMoney,
} from "../../../../contract/rules/sale-money.ts";
import { readCsv } from "../../../testing/csv.ts";
import { signUpAdmin, type TestUser } from "../../../testing/factories.ts";
import { prepare } from "../../../testing/prepare.ts";
import { insertOrder } from "../../../testing/sold-orders.ts";
import { testSite } from "../../../testing/test-site.ts";

const site = testSite();
const admin = prepare(() => signUpAdmin(site));

const KINDS = [
  { provider: "stripe", mode: "live" },
  { provider: "stripe", mode: "test" },
  { provider: "stripe", mode: "sandbox" },
  { provider: "free", mode: "live" },
  { provider: "mock", mode: null },
] as const;

const part = fc.double({ min: 0, max: 1, noNaN: true });
/** An order with random amounts, currency, mode, payment time and later events. */
const LIFE = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    currency: fc.constantFrom("eur", "usd", "huf", "chf"),
    itemCents: fc.integer({ min: 0, max: 99_999_999 }),
    discount: part,
    shippingCents: fc.integer({ min: 0, max: 9_999 }),
    feeBps: fc.constantFrom(0, 500),
    daysAgo: fc.integer({ min: 0, max: 700 }),
    steps: fc.array(
      fc.record({ what: fc.constantFrom("refund", "dispute", "win", "fee", "refund-fails"), part }),
      { maxLength: 5 },
    ),
  })
  .map(({ kind, itemCents, discount, shippingCents, ...life }) => {
    const isFree = kind.provider === "free";
    const item = isFree ? 0 : itemCents;
    const discountCents = Math.floor(item * discount);
    const shipping = isFree ? 0 : shippingCents;
    return {
      ...life,
      ...kind,
      itemCents: item,
      discountCents,
      shippingCents: shipping,
      amountCents: item - discountCents + shipping,
      feeCents: Math.floor(((item - discountCents) * life.feeBps) / 10_000),
    };
  });
type Life = typeof LIFE extends fc.Arbitrary<infer T> ? T : never;

/** Applies a life's changes to an order in the database. Returns the expected money. */
async function live(creatorId: number, life: Life) {
  const { provider, mode, currency, itemCents, discountCents, shippingCents, amountCents, feeCents } = life;
  const paidAt = new Date(Date.now() - life.daysAgo * 86_400_000);
  const id = await insertOrder(site, {
    creator_id: creatorId,
    provider,
    mode,
    currency,
    item_cents: itemCents,
    discount_cents: discountCents,
    shipping_cents: shippingCents,
    amount_cents: amountCents,
    fee_cents: feeCents,
    fee_bps: life.feeBps,
    buyer_country: life.daysAgo % 3 === 0 ? null : life.daysAgo % 2 === 0 ? "DE" : "AT",
    paid_at: null,
    status: "pending",
  });
  await site.sql`update orders set paid_at = ${paidAt}, status = 'paid' where id = ${id}`;
  let refunded = 0;
  let disputed = 0;
  let fee: number | null = null;
  for (const { what, part } of life.steps) {
    if (what === "refund") refunded += Math.floor((amountCents - refunded) * part);
    if (what === "refund-fails") refunded -= Math.floor(refunded * part);
    if (what === "dispute") disputed = amountCents - refunded;
    if (what === "win") disputed = 0;
    if (what === "fee" && provider === "stripe") fee = Math.floor(amountCents * 0.03 * part);
    disputed = Math.min(disputed, amountCents - refunded);
    const returned = amountCents === 0 ? 0 : Math.floor((feeCents * refunded) / amountCents);
    await site.sql`update orders set refunded_cents = ${refunded}, disputed_cents = ${disputed}, fee_returned_cents = ${returned},
      provider_fee_cents = ${fee}, revision = revision + 1 where id = ${id}`;
  }
  const [row] = await site.sql`select fee_returned_cents from orders where id = ${id}`;
  const money = moneyOf({
    provider,
    amountCents,
    discountCents,
    shippingCents,
    feeCents,
    feeReturnedCents: Number(row.fee_returned_cents),
    refundedCents: refunded,
    disputedCents: disputed,
    providerFeeCents: fee,
  });
  return { id, mode: mode ?? "mock", currency, paidAt, money };
}
type Lived = Awaited<ReturnType<typeof live>>;

/** The sums as the API has them. */
function totalsOf(lived: readonly Pick<Lived, "currency" | "money">[]): OrderTotals[] {
  return [...new Set(lived.map(({ currency }) => currency))].sort().map((currency) => {
    const of = lived.filter((each) => each.currency === currency).map(({ money }) => money);
    return toTotals(addMoney(of), currency, of.length);
  });
}
const toTotals = (money: SaleMoney, currency: string, paid: number): OrderTotals => ({
  currency,
  paid,
  amount_cents: money.amountCents,
  discount_cents: money.discountCents,
  shipping_cents: money.shippingCents,
  refunded_cents: money.refundedCents,
  disputed_cents: money.disputedCents,
  fee_cents: keptFeeOf(money),
  provider_fee_cents: money.providerFeeCents,
  provider_fees_unknown: money.unknownProviderFees,
  net_cents: netOf(money),
  gets_cents: getsOf(money),
});

function addTotals(all: readonly OrderTotals[]): OrderTotals[] {
  return [...new Set(all.map(({ currency }) => currency))].sort().map((currency) =>
    all
      .filter((each) => each.currency === currency)
      .reduce((sum, each) => {
        const added = Object.entries(each).map(([name, value]) => [
          name,
          typeof value === "number" ? value + Number(Reflect.get(sum, name) ?? 0) : value,
        ]);
        return Object.fromEntries(added);
      }, {} as OrderTotals),
  );
}

const cents = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);

async function readBooks(creator: TestUser): Promise<Books[]> {
  const read = async (year: number, mode: string): Promise<Books> =>
    (await creator.call("GET", `/api/orders/books?year=${year}&mode=${mode}`)).body;
  const { choices } = await read(new Date().getUTCFullYear(), "live");
  return Promise.all(choices.map(({ year, mode }) => read(year, mode)));
}

async function expectEqualEverywhere(creator: TestUser, lived: readonly Lived[]) {
  const { orders, totals, mockTotals } = (await creator.call("GET", "/api/orders")).body;
  const modes = [...new Set(lived.map(({ mode }) => mode))];
  const expected = Object.fromEntries(
    modes.map((mode) => [mode, totalsOf(lived.filter((each) => each.mode === mode))]),
  );
  expect(totals).toEqual(expected.live ?? []);
  for (const mode of modes.filter((each) => each !== "live")) {
    const ofMode = mockTotals.filter((each: { mode: string | null }) => (each.mode ?? "mock") === mode);
    expect(ofMode.map(({ mode: _mode, ...sums }: { mode: string }) => sums)).toEqual(expected[mode]);
  }
  for (const { id, money, currency } of lived.slice(-20)) {
    const order = orders.find((each: { id: number }) => each.id === id);
    const detail = (await creator.call("GET", `/api/orders/${id}`)).body.order;
    const {
      fee_cents: _kept,
      paid: _paid,
      provider_fee_cents: _fee,
      provider_fees_unknown: _unknown,
      ...same
    } = toTotals(money, currency, 1);
    expect(detail, "list = detail").toMatchObject(order);
    expect(order, "order").toMatchObject({ ...same, fee_cents: money.feeCents });
  }

  const books = await readBooks(creator);
  const lines = readCsv((await creator.call("GET", "/api/orders/export.csv")).text);
  for (const mode of modes) {
    const ofMode = books.filter((each) => each.mode === mode);
    for (const pick of ["totals", "months", "quarters", "countries"] as const) {
      const all = ofMode.flatMap((each) =>
        pick === "totals" ? each.totals : each[pick].flatMap(({ totals: sums }) => sums),
      );
      expect(addTotals(all), `${mode} ${pick}`).toEqual(expected[mode]);
    }
    const entries = await Promise.all(
      ofMode.map(async ({ year }) =>
        readCsv((await creator.call("GET", `/api/orders/books.csv?year=${year}&mode=${mode}`)).text),
      ),
    );
    for (const sums of expected[mode] ?? []) {
      const code = sums.currency.toUpperCase();
      const ofYears = entries.flat().filter(({ Currency }) => Currency === code);
      const ofOrders = lines.filter((line) => line.Currency === code && (line.Mode || "mock") === mode);
      for (const [inBooks, inOrders, value] of [
        ["Paid", "Amount", sums.amount_cents],
        ["Discount", "Discount", sums.discount_cents],
        ["Shipping", "Shipping", sums.shipping_cents],
        ["Refunded", "Refunded", sums.refunded_cents],
        ["Disputed", "Disputed", sums.disputed_cents],
        ["Provider fee", "Provider fee", sums.provider_fee_cents],
      ] as const) {
        expect(cents(ofYears, inBooks), inBooks).toBe(value);
        expect(cents(ofOrders, inOrders), inOrders).toBe(value);
      }
      expect(cents(ofYears, "Net")).toBe(sums.gets_cents);
      expect(cents(ofYears, "Platform fee")).toBe(sums.fee_cents);
      expect(cents(ofOrders, "Net")).toBe(sums.net_cents);
    }
  }
  return { expected, books };
}

test("gives orders, list, files, books, users and seller report the same sums after any events", async () => {
  const property = fc.asyncProperty(fc.array(LIFE, { minLength: 1, maxLength: 15 }), async (lives) => {
    const creator = await site.signUp();
    const lived: Lived[] = [];
    for (const life of lives) lived.push(await live(creator.creator.id, life));
    const { expected } = await expectEqualEverywhere(creator, lived);

    const { page } = (await admin.call("GET", `/api/admin/users/${creator.creator.user_id}`)).body;
    expect(page.totals, "administrators").toEqual(expected.live ?? []);

    const years = [0, 1, 2].map((back) => new Date().getUTCFullYear() - back);
    const reports = await Promise.all(
      years.map(async (year) =>
        readCsv((await admin.call("GET", `/api/admin/sellers.csv?year=${year}`)).text),
      ),
    );
    for (const sums of expected.live ?? []) {
      const rows = reports
        .flat()
        .filter(
          (row) => row.Seller === String(creator.creator.id) && row.Currency === sums.currency.toUpperCase(),
        );
      expect(cents(rows, "Amount"), "seller report").toBe(sums.amount_cents);
      expect(cents(rows, "Platform fee")).toBe(sums.fee_cents);
      expect(cents(rows, "Refunded")).toBe(sums.refunded_cents);
      expect(cents(rows, "Disputed")).toBe(sums.disputed_cents);
    }
  });
  await fc.assert(property, { numRuns: 8, interruptAfterTimeLimit: 40_000, endOnFailure: true });
});

test("books a dispute in its own year, at the seller's midnight, even if the sale was in another", async () => {
  const creator = await site.signUp();
  await site.sql`update creators set time_zone = 'Asia/Tokyo' where id = ${creator.creator.id}`;
  // The first of January in Tokyo, the last of December in UTC.
  const ids = await Promise.all(
    ["2025-03-01T12:00:00Z", "2024-12-31T15:30:00Z"].map((paid_at) =>
      insertOrder(site, { creator_id: creator.creator.id, paid_at }),
    ),
  );
  await site.sql`update orders set disputed_cents = 1000, status = 'disputed' where id = ${ids[0]}`;
  const read = async (year: number): Promise<Books> =>
    (await creator.call("GET", `/api/orders/books?year=${year}`)).body;
  const year = Number(new Date().toLocaleString("en", { year: "numeric", timeZone: "Asia/Tokyo" }));
  expect((await read(2025)).totals).toMatchObject([
    {
      paid: 2,
      amount_cents: 2000,
      disputed_cents: 0,
      fee_cents: 100,
      gets_cents: 1900,
      provider_fees_unknown: 2,
    },
  ]);
  expect((await read(2025)).months.map(({ month }) => month)).toEqual([1, 3]);
  expect((await read(2025)).quarters).toMatchObject([{ quarter: 1 }]);
  expect((await read(year)).totals).toMatchObject([
    { paid: 0, amount_cents: 0, disputed_cents: 1000, gets_cents: -1000, provider_fees_unknown: 0 },
  ]);
  expect((await read(2024)).totals).toEqual([]);
  const { totals } = (await creator.call("GET", "/api/orders/overview")).body;
  expect(totals, "this month").toMatchObject([{ paid: 0, disputed_cents: 1000 }]);
  // The provider reports its fee: of the year of the sale.
  await site.sql`update orders set provider_fee_cents = 44 where id = ${ids[0]}`;
  expect((await read(2025)).totals).toMatchObject([{ provider_fee_cents: 44, provider_fees_unknown: 1 }]);
});

test("hides another creator's books and rejects invalid years and modes with a message", async () => {
  const creator = await site.signUp();
  await insertOrder(site, { creator_id: creator.creator.id });
  const other = await site.signUp();
  const year = new Date().getUTCFullYear();
  expect((await other.call("GET", `/api/orders/books?year=${year}`)).body).toMatchObject({
    totals: [],
    choices: [],
  });
  expect(readCsv((await other.call("GET", `/api/orders/books.csv?year=${year}`)).text)).toEqual([]);
  for (const query of ["", "?year=1e9", "?year=2026&mode=both"])
    expect((await creator.call("GET", `/api/orders/books${query}`)).status, query).toBe(400);
});
