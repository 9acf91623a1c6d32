import { type SQL, sql } from "drizzle-orm";
import { NO_KEY, UNKNOWN_KEY } from "../../../../contract/api/funnel.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { type FunnelFilter, readFacets, readTotals } from "../../analytics/index.ts";
import { orderLines } from "../line-tables.ts";
import { orders } from "../tables.ts";

type Days = { from: string; to: string };
type Sold = { creatorId: number; days: Days };

/** Real money, the provider's sandbox or test keys, and the mock checkout. */
export type SaleKind = "live" | "test" | "mock";
const kind = sql`case when mode is null then 'mock' when mode = 'live' then 'live' else 'test' end`;

/** The tile of an order as visits name it, kept after its deletion. */
const soldBy = sql`case when not without_tile then coalesce(tile_id,
  (select line.accent_id from ${orderLines} line where line.order_id = orders.id and line.position = 0)) end`;

type SoldByVisit = Sold & { kind: SaleKind; filter: FunnelFilter };
const sums = [
  "paid",
  "amount_cents",
  "refunded_cents",
  "disputed_cents",
  "fee_cents",
  "fee_returned_cents",
] as const;

/** Reads the paid orders of one kind by their checkout's visit and the UTC day of payment. The currency is the label of a facet. */
export const readSalesByVisit = (tx: Transaction, sold: SoldByVisit) =>
  readFacets(tx, { rows: salesOf(sold), filter: sold.filter, sums });

/** Reads the sums of `readSalesByVisit` over all rows of its tables. */
export const readSalesTotals = (tx: Transaction, sold: SoldByVisit) =>
  readTotals(tx, { rows: salesOf(sold), filter: sold.filter, sums });

/** The columns of a paid order by which the funnel groups and filters. */
const dimensions = sql`(paid_at at time zone 'UTC')::date as day, currency as label, coalesce(visit_source, ${UNKNOWN_KEY}) as source,
    coalesce(${soldBy}::text, ${NO_KEY}) as tile, coalesce(visit_country, ${UNKNOWN_KEY}) as country,
    coalesce(visit_device, ${UNKNOWN_KEY}) as device, coalesce(visit_campaign_id::text, ${NO_KEY}) as campaign`;

const salesOf = ({ creatorId, days, kind: sold }: SoldByVisit): SQL => sql`
  select ${dimensions}, 1 as paid, amount_cents, refunded_cents, disputed_cents, fee_cents, fee_returned_cents
  from ${orders} where ${paidIn({ creatorId, days })} and ${kind} = ${sold}`;

/** The sums of the second offers that buyers took. They are part of the sums of `readSalesByVisit`. */
const offerSums = ["taken", "offer_cents", "offer_returned_cents"] as const;

/** Reads how often a second offer was taken, and its money, by currency. */
export const readOffersByVisit = (tx: Transaction, sold: SoldByVisit) =>
  readTotals(tx, { rows: offersOf(sold), filter: sold.filter, sums: offerSums });

/** The lines of an order's second offer: all but those of what its checkout was started for. */
const offersOf = ({ creatorId, days, kind: sold }: SoldByVisit): SQL => sql`
  select ${dimensions}, 1 as taken, offer.amount as offer_cents, offer.returned as offer_returned_cents
  from ${orders} cross join lateral (
    select sum(line.amount_cents) as amount,
      sum(line.refunded_cents + coalesce(round(orders.disputed_cents::numeric * line.amount_cents / nullif(orders.amount_cents, 0)), 0)) as returned
    from ${orderLines} line join ${orderLines} main on main.order_id = line.order_id and main.position = 0
    where line.order_id = orders.id and line.position > 0
      and (main.bundle_name is null or (line.bundle_id, line.bundle_name) is distinct from (main.bundle_id, main.bundle_name))
  ) offer where ${paidIn({ creatorId, days })} and ${kind} = ${sold} and offer.amount is not null`;

/** Returns the kinds of a creator's sales in a period. */
export async function listSaleKinds(tx: Transaction, sold: Sold): Promise<SaleKind[]> {
  const { rows } = await tx.execute<{ kind: SaleKind }>(
    sql`select distinct ${kind} as kind from ${orders} where ${paidIn(sold)} order by 1`,
  );
  return rows.map((row) => row.kind);
}

function paidIn({ creatorId, days: { from, to } }: Sold): SQL {
  const instant = (day: string) => sql`(${day}::date::timestamp at time zone 'UTC')`;
  return sql`creator_id = ${creatorId} and not is_free_copy and paid_at >= ${instant(from)} and paid_at < ${instant(to)} + interval '24 hours'`;
}
