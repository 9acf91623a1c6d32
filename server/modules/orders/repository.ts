import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Seller } from "../../../contract/api/sellers.ts";
import { DOWNLOAD_DAYS, ORDER_LINK_MINUTES } from "../../../contract/rules/limits.ts";
import { first, type Queries, type Transaction } from "../../platform/database/index.ts";
import { type CreatorRow, creators } from "../creators/index.ts";
import { orderLines } from "./line-tables.ts";
import { linesOfOrder, type OrderLine } from "./lines/lines.ts";
import { areLines } from "./lines/save-lines.ts";
import { orders } from "./tables.ts";

type OrderColumns = typeof orders.$inferSelect;

/** An order with its lines and its creator, which is null once the creator is deleted. */
export type OrderRow = OrderColumns & { lines: OrderLine[]; creator: OrderCreator | null };
type OrderCreator = Pick<
  CreatorRow,
  "handle" | "displayName" | "language" | "timeZone" | "appearance" | "plan" | "subscriptionActive"
>;

/** The state of a paid order that decides whether its download works. */
export type AccessState = Pick<OrderColumns, "id" | "status" | "keepAccess" | "accessEndedAt">;

export type OrderKey =
  | { id: number; creatorId: number }
  /** The order of any creator, for jobs and events of the provider. */
  | { orderId: number }
  /** A paid order of a buyer, whose email is in lower case. */
  | { orderId: number; buyer: string }
  | { checkoutTokenHash: Buffer }
  | { orderTokenHash: Buffer }
  | { downloadTokenHash: Buffer };

const downloadEnd = sql`now() + make_interval(days => ${DOWNLOAD_DAYS})`;

export async function findOrder(db: Queries, key: OrderKey): Promise<OrderRow | undefined> {
  const [row] = await db
    .select({ order: orders, lines: linesOfOrder, creator })
    .from(orders)
    .leftJoin(creators, eq(creators.id, orders.creatorId))
    .where(byKey(key));
  return row && { ...row.order, lines: row.lines, creator: row.creator };
}

export async function lockOrder(tx: Transaction, key: OrderKey): Promise<OrderRow | undefined> {
  const [locked] = await tx.select({ id: orders.id }).from(orders).where(byKey(key)).for("update");
  // Read by the next statement: the one that waits for the lock would read the lines as they were before.
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
  if ("buyer" in key)
    return and(
      eq(orders.id, key.orderId),
      eq(sql`lower(${orders.buyerEmail})`, key.buyer),
      isNotNull(orders.paidAt),
    );
  if ("orderId" in key) return eq(orders.id, key.orderId);
  if ("checkoutTokenHash" in key) return eq(orders.checkoutTokenHash, key.checkoutTokenHash);
  if ("orderTokenHash" in key) return eq(orders.orderTokenHash, key.orderTokenHash);
  return eq(orders.downloadTokenHash, key.downloadTokenHash);
}

/** Finds the paid order of a download link; `expired` is computed with the database's clock. */
export async function findPaidDownload(
  db: Queries,
  downloadTokenHash: Buffer,
): Promise<(AccessState & { fileId: string; expired: boolean }) | undefined> {
  const [row] = await db
    .select({
      id: orders.id,
      fileId: orders.fileId,
      status: orders.status,
      keepAccess: orders.keepAccess,
      accessEndedAt: orders.accessEndedAt,
      expired: sql<boolean>`coalesce(${orders.downloadExpiresAt} <= now(), true)`,
    })
    .from(orders)
    .where(and(eq(orders.downloadTokenHash, downloadTokenHash), isNotNull(orders.paidAt)));
  return row?.fileId ? { ...row, fileId: row.fileId } : undefined;
}

/** Finds the paid order of a download link that has not expired; `paidRecently` is computed with the database's clock. */
export const findOrderOfLink = (db: Queries, downloadTokenHash: Buffer) =>
  db
    .select({
      id: orders.id,
      paidRecently: sql<boolean>`coalesce(${orders.paidAt} > now() - make_interval(mins => ${ORDER_LINK_MINUTES}), false)`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.downloadTokenHash, downloadTokenHash),
        isNotNull(orders.paidAt),
        sql`${orders.downloadExpiresAt} > now()`,
      ),
    )
    .then(first);

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
    downloadTokenHash: Buffer | null;
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
      downloadExpiresAt: paid.downloadTokenHash ? downloadEnd : null,
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

/** Stores a buyer's withdrawal from lines of a locked order, which ends the download. Returns its time by the database's clock. */
export async function setWithdrawn(
  tx: Transaction,
  { id, fileId }: Pick<OrderRow, "id" | "fileId">,
  { lines, name }: { lines: readonly OrderLine[]; name: string },
): Promise<Date> {
  const [row] = await tx
    .update(orderLines)
    .set({ withdrawnAt: sql`now()`, withdrawalName: name })
    .where(areLines(lines))
    .returning({ withdrawnAt: orderLines.withdrawnAt });
  if (!row?.withdrawnAt) throw new Error("order was deleted");
  if (fileId) await tx.update(orders).set({ accessEndedAt: sql`now()` }).where(eq(orders.id, id));
  return row.withdrawnAt;
}

/** Stores the reason for not accepting a payment, or null once that is settled. */
export async function setHeldReason(tx: Transaction, id: number, heldReason: string | null): Promise<void> {
  await tx.update(orders).set({ heldReason }).where(eq(orders.id, id));
}

export async function renewDownload(
  tx: Transaction,
  id: number,
  renewed: { downloadLinkVersion: number; downloadTokenHash: Buffer },
): Promise<void> {
  await tx
    .update(orders)
    .set({ ...renewed, downloadExpiresAt: downloadEnd, linksMailedAt: null })
    .where(eq(orders.id, id));
}

/** Returns whether links were emailed within the last minute, whether the download was just renewed, and whether it has expired, by the database's clock. */
export const findMailState = (db: Queries, id: number) =>
  db
    .select({
      recentlySent: sql<boolean>`coalesce(${orders.linksMailedAt} > now() - interval '1 minute', false)`,
      recentlyRenewed: sql<boolean>`coalesce(${orders.downloadLinkVersion} > 0 and ${orders.downloadExpiresAt} > ${downloadEnd} - interval '10 seconds', false)`,
      expired: sql<boolean>`coalesce(${orders.downloadExpiresAt} <= now(), false)`,
    })
    .from(orders)
    .where(eq(orders.id, id))
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

/** Counts a download while access lasts: every one from the file's start, and a later part only if nothing is counted yet. */
export const countDownload = (db: Queries, id: number, { isStart }: { isStart: boolean }) =>
  db
    .update(orders)
    .set({ downloadCount: sql`${orders.downloadCount} + 1` })
    .where(
      and(eq(orders.id, id), isNull(orders.accessEndedAt), isStart ? undefined : eq(orders.downloadCount, 0)),
    )
    .returning({ mode: orders.mode, downloadCount: orders.downloadCount })
    .then(first);
