import { and, desc, eq } from "drizzle-orm";
import type { OrderBuyer } from "../../../../contract/api/order-buyers.ts";
import { ORDERS_PAGE_SIZE } from "../../../../contract/rules/limits.ts";
import { anyOf } from "../../../platform/database/any-of.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { orNotFound } from "../../../platform/http/app-error.ts";
import { paginate } from "../../../platform/http/paginate.ts";
import { findAccess } from "../access/access.ts";
import { listAccess } from "../access/repository.ts";
import type { OrderDeps } from "../deps.ts";
import { orderEvents } from "../detail-tables.ts";
import { gifts } from "../gift-tables.ts";
import { linesOfOrder } from "../lines/lines.ts";
import { findOrder } from "../repository.ts";
import { orders } from "../tables.ts";
import { countOrders, listOrders, matches, type OrderFilter, sumOrders } from "./listing.ts";
import { presentCreatorOrder, presentTotals } from "./presenter.ts";

/** The number of emails that a buyer's page lists. */
const MAX_EMAILS = 50;

/** Returns one page of a creator's orders with the email of one of them. Throws 404. */
export async function getBuyer(
  { db, audience }: OrderDeps,
  { id, creatorId, page }: { id: number; creatorId: number; page: number },
): Promise<OrderBuyer> {
  const { buyerEmail, restrictedAt } = await findOrder(db, { id, creatorId }).then(orNotFound("Order"));
  const { range, wrap } = paginate(page, ORDERS_PAGE_SIZE);
  const nothing = { orders: [], total: 0, totals: [], mockTotals: [], emails: [], reader: null };
  if (buyerEmail === null || restrictedAt) return wrap({ email: null, ...nothing, is_unsubscribed: false });
  const filter: OrderFilter = { creatorId, status: "all", search: "", buyer: buyerEmail };
  const [listed, total, sums, emails, reader, isUnsubscribed] = await Promise.all([
    listOrders(db, filter, range),
    countOrders(db, filter),
    sumOrders(db, filter),
    listEmails(db, filter),
    audience.findReader(db, { creatorId, address: buyerEmail }),
    audience.isUnsubscribed(db, { creatorId, address: buyerEmail }),
  ]);
  const openFiles = await countOpenFiles(
    db,
    listed.map((order) => order.id),
  );
  return wrap({
    email: buyerEmail,
    orders: listed.map((order) => ({
      ...presentCreatorOrder(order),
      open_files: openFiles.get(order.id) ?? 0,
    })),
    total,
    ...presentTotals(sums),
    emails,
    reader,
    is_unsubscribed: isUnsubscribed,
  });
}

/** Returns how many files the buyer of each order can open now. */
async function countOpenFiles(db: Queries, orderIds: readonly number[]): Promise<Map<number, number>> {
  const [rows, access] = await Promise.all([
    db
      .select({ id: orders.id, status: orders.status, lines: linesOfOrder, gift: gifts })
      .from(orders)
      .leftJoin(gifts, eq(gifts.orderId, orders.id))
      .where(anyOf(orders.id, orderIds)),
    listAccess(db, orderIds),
  ]);
  const counts = new Map<number, number>();
  for (const order of rows) {
    const { open } = await findAccess(db, { ...order, access: access.get(order.id) ?? [] });
    counts.set(order.id, open.length);
  }
  return counts;
}

/** Returns the latest recorded emails about matching orders. */
async function listEmails(db: Queries, filter: OrderFilter): Promise<OrderBuyer["emails"]> {
  const rows = await db
    .select({ order_id: orderEvents.orderId, at: orderEvents.at, about: orderEvents.note })
    .from(orders)
    .innerJoin(orderEvents, eq(orderEvents.orderId, orders.id))
    .where(and(matches(filter), eq(orderEvents.what, "emailed")))
    .orderBy(desc(orderEvents.at), desc(orderEvents.id))
    .limit(MAX_EMAILS);
  return rows.map(({ at, ...email }) => ({ ...email, at: at.toISOString() }));
}
