import { sql } from "drizzle-orm";
import type { Goal } from "../../../../contract/api/goals.ts";
import type { PaymentMode } from "../../../../contract/rules/order-states.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { creators } from "../../creators/index.ts";
import { boughtId, orderLines } from "../line-tables.ts";
import { orders } from "../tables.ts";
import { disputedShare } from "./product-sales.ts";

/** The sales of a product, or of all tips, since one of the first days of the goals. */
type Sales = {
  productId: number | null;
  isTip: boolean;
  currency: string;
  /** The number of first days on or before these sales. */
  since: number;
  sold: number;
  revenueCents: number;
};

/**
 * Returns the progress of goals from sales, in their order, from one query. Real sales count. Until the first one for
 * money, those of the mode in which the creator sells count in their place (null for the mock checkout).
 */
export async function progressOfGoals(
  db: Queries,
  { creatorId, mode, goals }: { creatorId: number; mode: PaymentMode | null; goals: readonly Goal[] },
): Promise<number[]> {
  const days = [...new Set(goals.flatMap(({ since }) => since ?? []))].sort();
  const sales = await readSales(db, { creatorId, mode, goals, days });
  return goals.map((goal) => progressOf(goal, { sales, days }));
}

function progressOf(
  { from, currency, product_ids: productIds, since }: Goal,
  { sales, days }: { sales: readonly Sales[]; days: readonly string[] },
): number {
  const first = since === null ? 0 : days.indexOf(since) + 1;
  return sales
    .filter((each) => each.since >= first && (currency === null || each.currency === currency))
    .filter(({ isTip, productId }) =>
      from === "tips" ? isTip : productId !== null && productIds.includes(productId),
    )
    .reduce((sum, { sold, revenueCents }) => sum + (currency === null ? sold : revenueCents), 0);
}

/** Sums the sales between the first days of all goals at once, so that any number of goals costs one scan. */
async function readSales(
  db: Queries,
  given: { creatorId: number; mode: PaymentMode | null; goals: readonly Goal[]; days: string[] },
): Promise<Sales[]> {
  const { creatorId, mode, goals, days } = given;
  const productIds = [...new Set(goals.flatMap(({ product_ids: ids }) => ids))];
  const earliest = goals.every(({ since }) => since !== null) ? (days[0] ?? null) : null;
  const startOf = (day: unknown) => sql`${day}::timestamp at time zone ${creators.timeZone}`;
  const isReal = sql`${orders.mode} = 'live' and ${orders.amountCents} > 0`;
  const ofCreator = sql`${orders.creatorId} = ${creatorId} and ${orders.paidAt} is not null and not ${orders.isFreeCopy}`;
  const rest = sql`${orderLines.amountCents} - ${orderLines.refundedCents} - coalesce(${disputedShare}, 0)`;
  const isTip = sql`${orderLines.type} = 'tip'`;
  const { rows } = await db.execute<{ [Name in keyof Sales]: Sales[Name] }>(sql`
    with starts as (
      select array(select ${startOf(sql`day`)} from unnest(${sql.param(days)}::text[]) day order by 1) as days,
        ${earliest === null ? sql`'-infinity'::timestamptz` : startOf(earliest)} as earliest
      from ${creators} where ${creators.id} = ${creatorId}
    )
    select ${boughtId}::float8 as "productId", ${isTip} as "isTip", ${orders.currency} as currency,
      width_bucket(${orders.paidAt}, starts.days) as since,
      count(distinct ${orders.id}) filter (where ${orderLines.amountCents} = 0 or ${rest} > 0)::float8 as sold,
      sum(greatest(${rest}, 0))::float8 as "revenueCents"
    from starts, ${orders} join ${orderLines} on ${orderLines.orderId} = ${orders.id}
    where ${ofCreator} and ${orders.paidAt} >= starts.earliest
      and (${isTip} or ${boughtId} = any(${sql.param(productIds)}::bigint[]))
      and (${orders.mode} = 'live' or ${orders.mode} is not distinct from ${mode}
        and not exists (select from ${orders} where ${ofCreator} and ${isReal}))
    group by 1, 2, 3, 4`);
  return rows;
}
