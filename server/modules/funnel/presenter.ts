import type { FunnelCounts, FunnelOffers, FunnelRow, FunnelTotals } from "../../../contract/api/funnel.ts";
import { keptFeeOf, netOf } from "../../../contract/rules/sale-money.ts";
import type { readVisits } from "../analytics/index.ts";
import type { readOffersByVisit, readSalesByVisit } from "../orders/index.ts";

export type VisitFacet = Awaited<ReturnType<typeof readVisits>>["facets"][number];
export type SaleFacet = Awaited<ReturnType<typeof readSalesByVisit>>[number];

/** The maximum number of rows per table. Further rows are summed up in a row with the key `other`. */
const MAX_ROWS = 300;
const OTHER = "other";

type Counted = FunnelCounts & { signups: number; plays: number };
const nothing = (): Counted => ({
  views: 0,
  clicks: 0,
  checkouts: 0,
  paid: 0,
  money: [],
  signups: 0,
  plays: 0,
});
const COUNTS = {
  page_view: "views",
  tile_click: "clicks",
  checkout_start: "checkouts",
  signup: "signups",
  play: "plays",
} as const;
type CountedEvent = keyof typeof COUNTS;
const isCounted = (event: string): event is CountedEvent => Object.hasOwn(COUNTS, event);

/** Joins visits and sales by dimension and key. */
export function joinFacets(visits: readonly VisitFacet[], sales: readonly SaleFacet[]) {
  const tables = new Map<string, Map<string, Counted>>();
  const rowOf = ({ dimension, key }: { dimension: string; key: string }) => {
    const table = tables.get(dimension) ?? new Map<string, Counted>();
    tables.set(dimension, table);
    const row = table.get(key) ?? nothing();
    table.set(key, row);
    return row;
  };
  for (const facet of visits) if (isCounted(facet.label)) rowOf(facet)[COUNTS[facet.label]] += facet.count;
  for (const facet of sales) {
    const row = rowOf(facet);
    row.paid += facet.paid;
    row.money = [...row.money, moneyOf(facet)].toSorted((one, two) => (one.currency < two.currency ? -1 : 1));
  }
  return tables;
}

function moneyOf(facet: SaleFacet): FunnelCounts["money"][number] {
  const amounts = {
    amountCents: facet.amount_cents,
    refundedCents: facet.refunded_cents,
    disputedCents: facet.disputed_cents,
    feeCents: facet.fee_cents,
    feeReturnedCents: facet.fee_returned_cents,
  };
  return {
    currency: facet.label,
    revenue_cents: amounts.amountCents,
    returned_cents: amounts.refundedCents + amounts.disputedCents,
    fee_cents: keptFeeOf(amounts),
    kept_cents: netOf(amounts),
  };
}

export const presentTotals = (row: Counted | undefined): FunnelTotals => row ?? nothing();

type OfferFacet = Awaited<ReturnType<typeof readOffersByVisit>>[number];

/** Formats the sums of second offers, sorted by currency. */
export const presentOffers = (facets: readonly OfferFacet[]): FunnelOffers[] =>
  facets
    .map(({ label: currency, taken, offer_cents, offer_returned_cents }) => ({
      ...{ currency, taken, revenue_cents: offer_cents, returned_cents: offer_returned_cents },
    }))
    .toSorted((one, two) => (one.currency < two.currency ? -1 : 1));

export const presentDay = (date: string, row: Counted | undefined): FunnelCounts & { date: string } => ({
  date,
  ...countsOf(row ?? nothing()),
});

type Priced = Pick<FunnelCounts, "money">;

/**
 * Returns a function for sorting rows by an amount. With several currencies it always returns 0, so that the
 * number of sales decides.
 */
export function amountIn(rows: readonly Priced[], field: "revenue_cents" | "kept_cents") {
  const currencies = new Set(rows.flatMap(({ money }) => money.map(({ currency }) => currency)));
  return currencies.size > 1 ? () => 0 : ({ money }: Priced) => money[0]?.[field] ?? 0;
}

/** Formats the rows of a table, sorted by revenue, then by sales and visits. */
export function presentTable(
  table: ReadonlyMap<string, Counted> = new Map(),
  titles: ReadonlyMap<string, string> = new Map(),
): FunnelRow[] {
  const rows = [...table].map(([key, row]) => ({ key, title: titles.get(key) ?? null, ...countsOf(row) }));
  const revenue = amountIn(rows, "revenue_cents");
  rows.sort(
    (one, other) =>
      revenue(other) - revenue(one) || compareCounts(one, other) || (one.key < other.key ? -1 : 1),
  );
  const rest = rows.splice(MAX_ROWS);
  if (rest.length === 0) return rows;
  const others = rest.reduce(
    (sum, row) => add(sum, row),
    rows.find(({ key }) => key === OTHER) ?? countsOf(nothing()),
  );
  return [...rows.filter(({ key }) => key !== OTHER), { key: OTHER, title: null, ...countsOf(others) }];
}

const countsOf = ({ views, clicks, checkouts, paid, money }: FunnelCounts): FunnelCounts => ({
  views,
  clicks,
  checkouts,
  paid,
  money,
});

function compareCounts(one: FunnelCounts, other: FunnelCounts): number {
  return (
    other.paid - one.paid ||
    other.views - one.views ||
    other.clicks - one.clicks ||
    other.checkouts - one.checkouts
  );
}

function add(one: FunnelCounts, other: FunnelCounts): FunnelCounts {
  const money = new Map(one.money.map((sum) => [sum.currency, sum]));
  for (const sum of other.money) {
    const known = money.get(sum.currency);
    money.set(
      sum.currency,
      known
        ? {
            currency: sum.currency,
            revenue_cents: known.revenue_cents + sum.revenue_cents,
            returned_cents: known.returned_cents + sum.returned_cents,
            fee_cents: known.fee_cents + sum.fee_cents,
            kept_cents: known.kept_cents + sum.kept_cents,
          }
        : sum,
    );
  }
  return {
    views: one.views + other.views,
    clicks: one.clicks + other.clicks,
    checkouts: one.checkouts + other.checkouts,
    paid: one.paid + other.paid,
    money: [...money.values()],
  };
}
