import {
  and,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  ne,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Seller } from "../../../contract/api/sellers.ts";
import { anyOf } from "../../platform/database/any-of.ts";
import { deleteInBatches, inBatches, updateInBatches } from "../../platform/database/in-batches.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { deleteRefundNotes, hasNoOpenPayment } from "../order-payments/index.ts";
import { lastLinkEnd } from "./access/repository.ts";
import { access } from "./access-tables.ts";
import { orderAddresses, orderEvents } from "./detail-tables.ts";
import { orderEmailChanges } from "./email-change-tables.ts";
import { eraseGiver, eraseReceiver, forgetReceivers } from "./gifts/repository.ts";
import { eraseLibrary } from "./library/sessions.ts";
import { orderLines } from "./line-tables.ts";
import { hasEmail } from "./repository.ts";
import { orders } from "./tables.ts";

const BATCH_SIZE = 2000;
export const MAX_BATCHES_PER_RUN = 25;

/** The condition that an order was never paid. A refunded order stays, and so does one with a pending payment. */
const unpaid = and(isNull(orders.paidAt), ne(orders.status, "processing"));

/** An order that took real money: its seller must retain it for the tax office. */
export const isRetained: SQL = sql`(coalesce(${orders.mode}, '') = 'live' and ${orders.provider} not in ('mock', 'free'))`;

/** Orders that can no longer be paid. */
const hasEnded = hasNoOpenPayment(orders.id);

/**
 * Removes a creator from their orders before the account is deleted: paid orders keep their amounts, and orders that can no longer be paid are deleted.
 * Orders with a payment that may still arrive copy the seller.
 */
export async function anonymizeCreator(
  tx: Transaction,
  { creatorId, seller }: { creatorId: number; seller: Seller | null },
): Promise<void> {
  const ofCreator = eq(orders.creatorId, creatorId);
  // The next statement sees the payments that were started before the lock was acquired.
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(ofCreator, unpaid))
    .orderBy(orders.id)
    .for("update");
  await deleteUnpaid(tx, sql`${ofCreator} and ${hasEnded}`);
  const mayBePaid = and(ofCreator, isNull(orders.paidAt), isNotNull(orders.mode));
  await tx.update(orders).set({ seller }).where(mayBePaid);
  // All columns are cleared in one statement before the rows are deleted. If each foreign key set its own column to null, the updated row would still refer to rows that are already deleted.
  const nothing = { creatorId: null, tileId: null, discountId: null, accountRowId: null };
  await inBatches(async () => {
    const ids = await listIds(tx, ofCreator);
    // The orders first, as everywhere, to prevent deadlocks.
    const cleared = await tx.update(orders).set(nothing).where(anyOf(orders.id, ids));
    await tx
      .update(orderLines)
      .set({ productId: null, mediaUrl: null })
      .where(anyOf(orderLines.orderId, ids));
    return cleared;
  });
}

/**
 * Deletes orders that are still unpaid after 30 days.
 * Each run deletes a limited number, because the server start waits for it; the next run deletes the rest.
 */
export async function deleteAbandonedOrders(db: Queries): Promise<void> {
  const isOld = lt(orders.createdAt, sql`now() - interval '30 days'`);
  await deleteUnpaid(db, sql`${isOld} and ${hasEnded}`, MAX_BATCHES_PER_RUN);
}

async function deleteUnpaid(db: Queries, condition: SQL, maxBatches?: number): Promise<void> {
  // The condition is repeated outside the subquery: PostgreSQL re-checks it on rows that a concurrent payment has just updated, but does not run the subquery again.
  await inBatches(
    () => db.delete(orders).where(and(batchOf(db, and(condition, unpaid)), unpaid)),
    maxBatches,
  );
}

const batchOf = (db: Queries, condition: SQL | undefined): SQL => inArray(orders.id, ordersOf(db, condition));

const listIds = async (db: Queries, condition: SQL | undefined) =>
  (await ordersOf(db, condition)).map(({ id }) => id);

/** Selects the ids of one batch of matching orders. */
export const ordersOf = (db: Queries, condition: SQL | undefined) =>
  db.select({ id: orders.id }).from(orders).where(condition).limit(BATCH_SIZE);

/** Visits are not part of the books. The statistics keep them without naming an order. */
const noVisit = { visitSource: null, visitDevice: null, visitCountry: null, visitCampaignId: null };

/**
 * Removes a buyer from their orders.
 * Orders of real money are retained for the seller's books with the contact data hidden.
 * The order pages still work for anyone who has the link.
 */
export async function anonymizeBuyer(tx: Transaction, email: string): Promise<void> {
  const ofBuyer = hasEmail(email);
  await tx
    .update(orders)
    .set({ restrictedAt: sql`coalesce(${orders.restrictedAt}, now())`, ...noVisit })
    .where(and(ofBuyer, isRetained));
  const retained = await tx.select({ id: orders.id }).from(orders).where(and(ofBuyer, isRetained));
  const ids = retained.map(({ id }) => id);
  await eraseGiver(tx, ids);
  await deleteBuyerData(tx, and(ofBuyer, not(isRetained)));
  const ofEmail = or(
    eq(sql`lower(${orderEmailChanges.fromEmail})`, email.toLowerCase()),
    eq(sql`lower(${orderEmailChanges.toEmail})`, email.toLowerCase()),
  );
  await tx.delete(orderEmailChanges).where(ofEmail);
  await eraseReceiver(tx, email);
  await eraseLibrary(tx, email);
}

/** Deletes the personal data of the buyers of matching orders. Amounts remain. */
export async function deleteBuyerData(db: Queries, condition: SQL | undefined, maxBatches?: number) {
  const nothing = {
    buyerEmail: null,
    buyerCompany: null,
    buyerVatId: null,
    note: null,
    marketingConsentText: null,
    marketingConsentAt: null,
    ...noVisit,
  };
  await inBatches(async () => {
    const ids = await listIds(db, condition);
    if (ids.length === 0) return { rowCount: 0 };
    // Delete texts about a buyer first, because afterwards the buyer's orders cannot be found.
    await db.delete(orderAddresses).where(anyOf(orderAddresses.orderId, ids));
    await deleteRefundNotes(db, ids);
    await db.delete(orderEmailChanges).where(anyOf(orderEmailChanges.orderId, ids));
    await db.update(orderEvents).set({ note: null }).where(anyOf(orderEvents.orderId, ids));
    await eraseGiver(db, ids);
    const cleared = await db.update(orders).set(nothing).where(anyOf(orders.id, ids));
    await db.update(orderLines).set({ withdrawalName: null }).where(anyOf(orderLines.orderId, ids));
    return cleared;
  }, maxBatches);
}

/** Filters files by need: a buyer can still download them, or a pending payment would make them downloadable. */
async function filesWithActiveDownloads(db: Queries, fileIds: readonly string[]): Promise<Set<string>> {
  if (fileIds.length === 0) return new Set();
  const isDownloadable = and(isNotNull(access.startsAt), sql`${access.linkExpiresAt} > now()`);
  const mayBePaid = and(isNull(orders.paidAt), or(eq(orders.status, "processing"), not(hasEnded)));
  const rows = await db
    .selectDistinct({ fileId: access.fileId })
    .from(access)
    .innerJoin(orders, eq(orders.id, access.orderId))
    .where(and(anyOf(access.fileId, fileIds), or(isDownloadable, mayBePaid)));
  return new Set(rows.flatMap(({ fileId }) => fileId ?? []));
}

/**
 * Ends the access of orders with an expired link and of unpayable orders. Returns the files that no order needs any more.
 * Locks the orders first, so that a concurrent renewal finishes before its file is checked.
 */
export async function releaseFiles(tx: Transaction, fileIds: readonly string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const withFile = tx.select({ id: access.orderId }).from(access).where(anyOf(access.fileId, fileIds));
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, withFile))
    .orderBy(orders.id)
    .for("update");
  const needed = await filesWithActiveDownloads(tx, fileIds);
  const free = fileIds.filter((id) => !needed.has(id));
  if (free.length === 0) return [];
  const ofFree = anyOf(access.fileId, free);
  await deleteInBatches(tx, access, and(ofFree, isNull(access.startsAt)));
  await updateInBatches(tx, access, {
    set: {
      fileId: null,
      tokenHash: null,
      linkExpiresAt: null,
      endedAt: sql`coalesce(${access.endedAt}, now())`,
      endedReason: sql`coalesce(${access.endedReason}, 'released')`,
    },
    where: ofFree,
  });
  return free;
}

/** Postal addresses are needed for returns and their disputes, not for the books. */
const ADDRESS_YEARS = 2;

/** An order without real money keeps its buyer until the last access to its download link is over. */
const UNRETAINED_YEARS = 2;

/** Deletes the personal data of buyers, but no amounts. Real money: `years` years after the payment (0: never). Other orders: two years after the last access. */
export async function deleteExpiredBuyerData(db: Queries, years: number): Promise<void> {
  const hasBuyer = or(
    isNotNull(orders.buyerEmail),
    isNotNull(orders.buyerCompany),
    isNotNull(orders.buyerVatId),
    isNotNull(orders.note),
    exists(lineOf(db, isNotNull(orderLines.withdrawalName))),
  );
  const unretained = and(
    not(isRetained),
    olderThan(orders.paidAt, UNRETAINED_YEARS),
    olderThan(lastAccess, UNRETAINED_YEARS),
  );
  const retained = and(isRetained, olderThan(orders.paidAt, years));
  const expired = years === 0 ? unretained : or(unretained, retained);
  await deleteBuyerData(db, and(expired, hasBuyer), MAX_BATCHES_PER_RUN);
  await forgetReceivers(db, expired);
}

/** Selects the lines of an order of the outer query that match. */
const lineOf = (db: Queries, condition: SQL) =>
  db
    .select({ id: orderLines.id })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orders.id), condition));

const lastAccess = sql`greatest(${orders.paidAt}, ${lastLinkEnd})`;

/** Deletes postal addresses two years after shipping, or after payment where nothing was shipped. */
export async function deleteExpiredAddresses(db: Queries): Promise<void> {
  const lastShipped = db
    .select({ at: max(orderLines.shippedAt) })
    .from(orderLines)
    .where(eq(orderLines.orderId, orders.id));
  const since = sql`coalesce(${lastShipped}, ${orders.paidAt})`;
  const withAddress = inArray(orders.id, db.select({ id: orderAddresses.orderId }).from(orderAddresses));
  const batch = ordersOf(db, and(withAddress, olderThan(since, ADDRESS_YEARS)));
  await inBatches(
    () => db.delete(orderAddresses).where(inArray(orderAddresses.orderId, batch)),
    MAX_BATCHES_PER_RUN,
  );
}

const olderThan = (time: SQL | typeof orders.paidAt, years: number): SQL =>
  sql`${time} < now() - make_interval(years => ${years})`;
