import { and, eq, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import { anyOf } from "../../platform/database/any-of.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { orders } from "./tables.ts";

const AT_A_TIME = 2000;
const BATCHES_A_SWEEP = 25;

const unpaid = ne(orders.status, "paid");

/** Takes a creator who is about to go out of the orders: sales keep their sums, checkouts that nobody paid go. */
export async function anonymizeCreator(tx: Transaction, creatorId: number): Promise<void> {
  const ofCreator = eq(orders.creatorId, creatorId);
  await deleteUnpaid(tx, ofCreator);
  // Before the rows go: each foreign key that let go by itself would find the others still naming what is gone.
  const nothing = { creatorId: null, productId: null, tileId: null, mediaUrl: null };
  await repeat(() => tx.update(orders).set(nothing).where(someOf(tx, ofCreator)));
}

/** Removes checkouts that nobody finished for a month; of very many the rest next time, because a start waits for it. */
export async function deleteAbandonedOrders(db: Queries): Promise<void> {
  await deleteUnpaid(db, lt(orders.createdAt, sql`now() - interval '30 days'`), BATCHES_A_SWEEP);
}

async function deleteUnpaid(db: Queries, which: SQL, most?: number): Promise<void> {
  // Said once more outside: an order that somebody is paying at this moment is looked at again, but not looked up again.
  await repeat(() => db.delete(orders).where(and(someOf(db, and(which, unpaid)), unpaid)), most);
}

function someOf(db: Queries, which: SQL | undefined): SQL {
  return inArray(orders.id, db.select({ id: orders.id }).from(orders).where(which).limit(AT_A_TIME));
}

/** Until a statement finds nothing more to do. One for all the sales of years would run into the time that a statement has. */
async function repeat(
  statement: () => Promise<{ rowCount: number | null }>,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let times = 0; times < most; times++) {
    if (!(await statement()).rowCount) return;
  }
}

/** Takes a person who is about to go out of what they bought; their order pages still open to who has the link. */
export async function anonymizeBuyer(tx: Transaction, email: string): Promise<void> {
  await tx
    .update(orders)
    .set({ buyerEmail: null })
    .where(eq(sql`lower(${orders.buyerEmail})`, email.toLowerCase()));
}

/** Of these files, those that a buyer's link still leads to. */
async function filesWithActiveDownloads(db: Queries, fileIds: readonly string[]): Promise<Set<string>> {
  if (fileIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ fileId: orders.fileId })
    .from(orders)
    .where(
      and(anyOf(orders.fileId, fileIds), eq(orders.status, "paid"), sql`${orders.downloadExpiresAt} > now()`),
    );
  return new Set(rows.flatMap(({ fileId }) => fileId ?? []));
}

/** Lets files go that no link leads to any more: their orders have nothing to download from now on. A renewal that is under way is waited for; what it needs stays. Gives the files that nothing names now. */
export async function releaseFiles(tx: Transaction, fileIds: readonly string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(anyOf(orders.fileId, fileIds))
    .orderBy(orders.id)
    .for("update");
  const needed = await filesWithActiveDownloads(tx, fileIds);
  const free = fileIds.filter((id) => !needed.has(id));
  if (free.length === 0) return [];
  await tx
    .update(orders)
    .set({ fileId: null, downloadTokenHash: null, downloadExpiresAt: null })
    .where(anyOf(orders.fileId, free));
  return free;
}
