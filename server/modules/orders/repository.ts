import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Seller } from "../../../contract/api/sellers.ts";
import { first, type Queries, type Transaction } from "../../platform/database/index.ts";
import { type CreatorRow, creators } from "../creators/index.ts";
import { linkEnd } from "./access/repository.ts";
import { type Access, access } from "./access-tables.ts";
import { type Gift, gifts } from "./gift-tables.ts";
import { orderLines } from "./line-tables.ts";
import { linesOfOrder, type OrderLine } from "./lines/lines.ts";
import { areLines } from "./lines/save-lines.ts";
import { orders } from "./tables.ts";

type OrderColumns = typeof orders.$inferSelect;

/** An order with its lines, what its buyer may open, its gift if it is one, and its creator, which is null once the creator is deleted. */
export type OrderRow = OrderColumns & {
  lines: OrderLine[];
  access: Access[];
  creator: OrderCreator | null;
  gift: Gift | null;
};
type OrderCreator = Pick<
  CreatorRow,
  "handle" | "displayName" | "language" | "timeZone" | "appearance" | "plan" | "subscriptionActive"
>;

export type OrderKey =
  | { id: number; creatorId: number }
  /** The order of any creator, for jobs and events of the provider. */
  | { orderId: number }
  /** A paid order of the buyer with this email. */
  | { orderId: number; buyer: string }
  | { checkoutTokenHash: Buffer }
  | { orderTokenHash: Buffer };

export async function findOrder(db: Queries, key: OrderKey): Promise<OrderRow | undefined> {
  const rows = await db
    .select({ order: orders, lines: linesOfOrder, access, creator, gift: gifts })
    .from(orders)
    .leftJoin(access, eq(access.orderId, orders.id))
    .leftJoin(gifts, eq(gifts.orderId, orders.id))
    .leftJoin(creators, eq(creators.id, orders.creatorId))
    .where(byKey(key))
    .orderBy(access.id);
  const [row] = rows;
  return (
    row && {
      ...row.order,
      lines: row.lines,
      access: rows.flatMap((each) => each.access ?? []),
      creator: row.creator,
      gift: row.gift,
    }
  );
}

export async function lockOrder(tx: Transaction, key: OrderKey): Promise<OrderRow | undefined> {
  const [locked] = await tx.select({ id: orders.id }).from(orders).where(byKey(key)).for("update");
  // Read by the next statement: the one that waits for the lock would read lines and access as they were before.
  return locked && findOrder(tx, { orderId: locked.id });
}

const creator = {
  handle: creators.handle,
  displayName: creators.displayName,
  language: creators.language,
  timeZone: creators.timeZone,
  appearance: creators.appearance,
  plan: creators.plan,
  subscriptionActive: creators.subscriptionActive,
};

function byKey(key: OrderKey): SQL | undefined {
  if ("id" in key) return and(eq(orders.id, key.id), eq(orders.creatorId, key.creatorId));
  if ("buyer" in key) return and(eq(orders.id, key.orderId), isPurchaseOf(key.buyer));
  if ("orderId" in key) return eq(orders.id, key.orderId);
  if ("checkoutTokenHash" in key) return eq(orders.checkoutTokenHash, key.checkoutTokenHash);
  return eq(orders.orderTokenHash, key.orderTokenHash);
}

/** The condition that an order has this email, in any letter case. */
export const hasEmail = (email: string): SQL => eq(sql`lower(${orders.buyerEmail})`, email.toLowerCase());

/** The condition that an order was paid by the buyer with this email. */
export const isPurchaseOf = (email: string): SQL | undefined =>
  and(hasEmail(email), isNotNull(orders.paidAt));

/** Stores and returns the payment time of a paid order, by the database's clock. */
export async function setPaid(
  tx: Transaction,
  id: number,
  {
    isReceiptQueued,
    ...paid
  }: {
    buyerEmail: string | null;
    buyerCountry: string | null;
    number: string | null;
    seller: Seller | null;
    creatorVerified: boolean;
    isReceiptQueued: boolean;
  },
): Promise<Date> {
  const [row] = await tx
    .update(orders)
    .set({
      ...paid,
      paidAt: sql`now()`,
      reservedBy: null,
      receiptQueuedAt: isReceiptQueued ? sql`now()` : null,
    })
    .where(eq(orders.id, id))
    .returning({ paidAt: orders.paidAt });
  if (!row?.paidAt) throw new Error("order was deleted");
  return row.paidAt;
}

/** Stores that the buyer left the checkout during an open payment. It decides the status once that payment is closed. */
export async function setLeft(db: Queries, id: number): Promise<void> {
  await db
    .update(orders)
    .set({ cancelledAt: sql`now()` })
    .where(and(eq(orders.id, id), isNull(orders.paidAt)));
}

export async function setCancelled(tx: Transaction, id: number): Promise<void> {
  await tx.update(orders).set({ status: "cancelled", cancelledAt: sql`now()` }).where(eq(orders.id, id));
}

/** Stores a buyer's withdrawal from lines of a locked order, which ends their access. Returns its time by the database's clock. */
export async function setWithdrawn(
  tx: Transaction,
  { lines, name }: { lines: readonly OrderLine[]; name: string },
): Promise<Date> {
  const [row] = await tx
    .update(orderLines)
    .set({ withdrawnAt: sql`now()`, withdrawalName: name })
    .where(areLines(lines))
    .returning({ withdrawnAt: orderLines.withdrawnAt });
  if (!row?.withdrawnAt) throw new Error("order was deleted");
  return row.withdrawnAt;
}

/** Stores the reason for not accepting a payment, or null once that is settled. */
export async function setHeldReason(tx: Transaction, id: number, heldReason: string | null): Promise<void> {
  await tx.update(orders).set({ heldReason }).where(eq(orders.id, id));
}

/** Stores that emailed links have stopped working. */
export async function setLinksUnmailed(tx: Transaction, id: number): Promise<void> {
  await tx.update(orders).set({ linksMailedAt: null }).where(eq(orders.id, id));
}

/** Returns whether links were emailed within the last minute, whether a download was just renewed, and whether one has expired, by the database's clock. */
export const findMailState = (db: Queries, id: number) =>
  db
    .select({
      recentlySent: sql<boolean>`coalesce(${orders.linksMailedAt} > now() - interval '1 minute', false)`,
      recentlyRenewed: sql<boolean>`coalesce(bool_or(${access.linkVersion} > 0 and ${access.linkExpiresAt} > ${linkEnd} - interval '10 seconds'), false)`,
      expired: sql<boolean>`coalesce(bool_or(${access.linkExpiresAt} <= now()), false)`,
    })
    .from(orders)
    .leftJoin(access, eq(access.orderId, orders.id))
    .where(eq(orders.id, id))
    .groupBy(orders.id)
    .then(first);

/** Stores that the links are sent to this email. It becomes the order's email. */
export async function setLinksMailed(tx: Transaction, id: number, buyerEmail: string): Promise<Date> {
  const [row] = await tx
    .update(orders)
    .set({ buyerEmail, linksMailedAt: sql`now()` })
    .where(eq(orders.id, id))
    .returning({ mailedAt: orders.linksMailedAt });
  if (!row?.mailedAt) throw new Error("order was deleted");
  return row.mailedAt;
}
