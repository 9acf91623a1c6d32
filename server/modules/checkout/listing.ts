import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { OrderFilterStatus } from "../../../contract/orders.ts";
import type { Queries } from "../../platform/database/index.ts";
import { orders } from "./tables.ts";

/** Which of a creator's orders. */
export type OrderFilter = { creatorId: number; status: OrderFilterStatus; search: string };

const listed = {
  id: orders.id,
  createdAt: orders.createdAt,
  paidAt: orders.paidAt,
  productName: orders.productName,
  productType: orders.productType,
  amountCents: orders.amountCents,
  feeCents: orders.feeCents,
  currency: orders.currency,
  status: orders.status,
  buyerEmail: orders.buyerEmail,
  downloadCount: orders.downloadCount,
  provider: orders.provider,
};
const newestFirst = [desc(orders.createdAt), desc(orders.id)];

/** One page of a creator's orders, newest first. */
export async function listOrders(db: Queries, filter: OrderFilter, part: { limit: number; offset: number }) {
  return db
    .select(listed)
    .from(orders)
    .where(matches(filter))
    .orderBy(...newestFirst)
    .limit(part.limit)
    .offset(part.offset);
}
export type ListedOrder = Awaited<ReturnType<typeof listOrders>>[number];

/** Where a reader of many orders stands. The time is text, for a `Date` would lose its microseconds. */
export type Cursor = { createdAt: string; id: number };

/** The orders after a place, newest first: however many there are, each part costs the same. */
export async function listOrdersAfter(
  db: Queries,
  filter: OrderFilter,
  part: { after: Cursor | null; limit: number },
): Promise<(ListedOrder & { place: Cursor })[]> {
  const { after, limit } = part;
  const rows = await db
    .select({ ...listed, place: sql<string>`${orders.createdAt}::text` })
    .from(orders)
    .where(
      and(
        matches(filter),
        after === null
          ? undefined
          : sql`(${orders.createdAt}, ${orders.id}) < (${after.createdAt}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit);
  return rows.map((row) => ({ ...row, place: { createdAt: row.place, id: row.id } }));
}

export async function countOrders(db: Queries, filter: OrderFilter): Promise<number> {
  return db.$count(orders, matches(filter));
}

/** What the paid ones among the orders come to, by currency. */
export async function sumOrders(db: Queries, filter: OrderFilter) {
  return db
    .select({
      currency: orders.currency,
      paid: sql<number>`count(*)`.mapWith(Number),
      amountCents: sql<number>`sum(${orders.amountCents})`.mapWith(Number),
      feeCents: sql<number>`sum(${orders.feeCents})`.mapWith(Number),
    })
    .from(orders)
    .where(and(matches(filter), eq(orders.status, "paid")))
    .groupBy(orders.currency)
    .orderBy(orders.currency);
}
export type OrderTotalsRow = Awaited<ReturnType<typeof sumOrders>>[number];

function matches({ creatorId, status, search }: OrderFilter): SQL | undefined {
  return and(
    eq(orders.creatorId, creatorId),
    status === "all" ? undefined : eq(orders.status, status),
    search === ""
      ? undefined
      : or(contains(orders.productName, search), contains(orders.buyerEmail, search), isId(search)),
  );
}

/** Letter for letter, whatever the case: `%` and `_` are letters like any other. */
function contains(column: typeof orders.productName | typeof orders.buyerEmail, search: string): SQL {
  return sql`strpos(lower(${column}), lower(${search})) > 0`;
}

function isId(search: string): SQL {
  return sql`${orders.id}::text = ${search.replace(/^#/, "")}`;
}
