import { and, desc, eq, exists, gte, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { OrderFilterStatus } from "../../../../contract/api/orders.ts";
import { SALE_STATUSES } from "../../../../contract/rules/order-states.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { containsWords } from "../../../platform/database/search-words.ts";
import { downloadsOfOrder } from "../access/repository.ts";
import { orderDirectory } from "../detail-tables.ts";
import { isLineToShip, orderLines } from "../line-tables.ts";
import { listedLines } from "../lines/lines.ts";
import { sumsOfOrders } from "../payment/sale-money.ts";
import { hasEmail } from "../repository.ts";
import { orders } from "../tables.ts";

/** Selects some of a creator's orders. */
export type OrderFilter = {
  /** Null for all creators. */
  creatorId: number | null;
  status: OrderFilterStatus;
  search: string;
  /** Only orders paid from this time on. */
  paidSince?: Date;
  /** Only orders with this email. Those whose buyer was removed are left out. */
  buyer?: string;
  /** Leaves out imported sales. */
  isOwnSale?: boolean;
};

/** Goods whose line is refunded are not shipped. */
const isLineKept = sql`(${orderLines.amountCents} = 0 or ${orderLines.refundedCents} < ${orderLines.amountCents})`;

const lineToShip = new QueryBuilder()
  .select({ one: sql`1` })
  .from(orderLines)
  .where(and(eq(orderLines.orderId, orders.id), isLineToShip, isLineKept));

const isToShip = and(
  exists(lineToShip),
  isNotNull(orders.paidAt),
  inArray(orders.status, ["paid", "partially_refunded"]),
);

/** The fields of an order in lists and exports. */
export const listed = {
  id: orders.id,
  createdAt: orders.createdAt,
  paidAt: orders.paidAt,
  lines: listedLines,
  amountCents: orders.amountCents,
  feeCents: orders.feeCents,
  currency: orders.currency,
  status: orders.status,
  buyerEmail: orders.buyerEmail,
  restrictedAt: orders.restrictedAt,
  downloadCount: downloadsOfOrder,
  provider: orders.provider,
  mode: orders.mode,
  discountCents: orders.discountCents,
  discountCode: orders.discountCode,
  shippingCents: orders.shippingCents,
  refundedCents: orders.refundedCents,
  disputedCents: orders.disputedCents,
  feeReturnedCents: orders.feeReturnedCents,
  providerFeeCents: orders.providerFeeCents,
  number: orders.number,
  buyerCountry: orders.buyerCountry,
  buyerCompany: orders.buyerCompany,
  buyerVatId: orders.buyerVatId,
  isFreeCopy: orders.isFreeCopy,
  importedId: orders.importedId,
  isToShip: sql<boolean>`${isToShip}`,
};
const newestFirst = [desc(orders.createdAt), desc(orders.id)];

/** Returns one page of a creator's orders, newest first. The list of sales begins with disputed ones. */
export async function listOrders(db: Queries, filter: OrderFilter, page: { limit: number; offset: number }) {
  return db
    .select(listed)
    .from(orders)
    .where(matches(filter))
    .orderBy(...(filter.status === "sales" ? [desc(eq(orders.status, "disputed"))] : []), ...newestFirst)
    .limit(page.limit)
    .offset(page.offset);
}
export type ListedOrder = Awaited<ReturnType<typeof listOrders>>[number];

/** Returns the orders after a cursor, newest first. Every page costs the same. */
export function listOrdersAfter(db: Queries, filter: OrderFilter, { after, limit }: Page) {
  const isAfter =
    after && sql`(${orders.createdAt}, ${orders.id}) < (${after.cursor}::timestamptz, ${after.id})`;
  return (
    db
      // As text, because a `Date` would lose the microseconds.
      .select({ ...listed, cursor: sql<string>`${orders.createdAt}::text` })
      .from(orders)
      .where(and(matches(filter), isAfter))
      .orderBy(...newestFirst)
      .limit(limit)
  );
}
type Page = { after: { cursor: string; id: number } | undefined; limit: number };

export const countOrders = (db: Queries, filter: OrderFilter): Promise<number> =>
  db.$count(orders, matches(filter));

/** Returns whether goods of an order are still to be shipped. */
export const isOrderToShip = async (db: Queries, id: number): Promise<boolean> =>
  (await db.$count(orders, and(eq(orders.id, id), isToShip))) > 0;

/** Returns the totals of the paid orders by mode and currency; amounts of different modes never mix. Imported sales are left out. */
export async function sumOrders(db: Queries, filter: OrderFilter) {
  return db
    .select({ mode: orders.mode, currency: orders.currency, ...sumsOfOrders })
    .from(orders)
    .where(and(matches(filter), isNotNull(orders.paidAt), isNull(orders.importedId)))
    .groupBy(orders.mode, orders.currency)
    .orderBy(orders.mode, orders.currency);
}

/** The condition that an order matches a filter. */
export function matches({
  creatorId,
  status,
  search,
  paidSince,
  buyer,
  isOwnSale,
}: OrderFilter): SQL | undefined {
  return and(
    creatorId === null ? undefined : eq(orders.creatorId, creatorId),
    hasStatus(status),
    paidSince && gte(orders.paidAt, paidSince),
    isOwnSale ? isNull(orders.importedId) : undefined,
    buyer === undefined ? undefined : and(hasEmail(buyer), isNull(orders.restrictedAt)),
    search === "" ? undefined : or(exists(wordsWith(search)), isNumbered(search)),
  );
}

function hasStatus(status: OrderFilterStatus): SQL | undefined {
  if (status === "all") return undefined;
  if (status === "sales") return inArray(orders.status, [...SALE_STATUSES]);
  if (status === "to_ship") return isToShip;
  return eq(orders.status, status);
}

const wordsWith = (search: string) =>
  new QueryBuilder()
    .select({ one: sql`1` })
    .from(orderDirectory)
    .where(and(eq(orderDirectory.orderId, orders.id), containsWords(orderDirectory.words, search)));

/** Matches an order's id, or the number on its receipt. */
function isNumbered(search: string): SQL {
  const number = search.replace(/^#/, "");
  return sql`(${orders.id}::text = ${number} or lower(${orders.number}) = lower(${number}))`;
}
