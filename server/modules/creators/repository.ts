import { and, desc, eq, gt, inArray, isNull, lt, notInArray, sql } from "drizzle-orm";
import { type AnyPgColumn, union } from "drizzle-orm/pg-core";
import { isReservedHandle } from "../../../contract/rules/handles.ts";
import { HANDLE_QUARANTINE_DAYS, MAX_FORMER_HANDLES } from "../../../contract/rules/limits.ts";
import { onViolation } from "../../platform/database/errors.ts";
import { deleteInBatches } from "../../platform/database/in-batches.ts";
import {
  first,
  firstOrThrow,
  lazyPrepared,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { findBlockedHandles } from "../blocks/index.ts";
import { errors } from "./errors.ts";
import { creators, quarantinedHandles } from "./tables.ts";

export type CreatorRow = typeof creators.$inferSelect;

/** Inserts a creator. Throws 409 if the handle is taken. */
export async function insertCreator(db: Queries, values: typeof creators.$inferInsert): Promise<CreatorRow> {
  return db
    .insert(creators)
    .values(values)
    .returning()
    .catch(rejectTakenHandle)
    .then(firstOrThrow("insert returned no creator"));
}

/** Creates a page with the first free handle of the list. */
export async function insertCreatorWithFreeHandle(
  tx: Transaction,
  values: Omit<typeof creators.$inferInsert, "handle">,
  handles: Iterable<string>,
): Promise<CreatorRow> {
  for (const handle of handles) {
    if (await isQuarantined(tx, handle)) continue;
    if ((await findBlockedHandles(tx, [handle])).size > 0) continue;
    const [row] = await tx
      .insert(creators)
      .values({ ...values, handle })
      .onConflictDoNothing({ target: creators.handle })
      .returning();
    if (row) return row;
  }
  throw new Error("no handle is free");
}

/** Updates a creator. Throws 409 if the handle is taken. */
export const updateCreator = (db: Queries, id: number, values: Partial<typeof creators.$inferInsert>) =>
  db.update(creators).set(values).where(eq(creators.id, id)).returning().catch(rejectTakenHandle).then(first);

export const findCreatorById = (db: Queries, id: number) =>
  db.select().from(creators).where(eq(creators.id, id)).then(first);

export const findCreatorByUser = (db: Queries, userId: string) =>
  db.select().from(creators).where(eq(creators.userId, userId)).then(first);

export const findCreatorByHandle = (db: Queries, handle: string) =>
  db.select().from(creators).where(eq(creators.handle, handle.toLowerCase())).then(first);

/** Finds a creator with a visible page, by handle in any letter case. */
export async function findShownCreator(db: Queries, handle: string): Promise<CreatorRow | undefined> {
  const row = await findCreatorByHandle(db, handle);
  return row?.offlineSince ? undefined : row;
}

/**
 * Reads a creator and locks it against changes until the transaction ends. Other rows that refer to it can
 * still be inserted.
 */
export const lockCreator = (tx: Transaction, id: number) => lockedCreator(tx).execute({ id }).then(first);

const lockedCreator = lazyPrepared((tx) =>
  tx
    .select()
    .from(creators)
    .where(eq(creators.id, sql.placeholder("id")))
    .for("no key update")
    .prepare("lock_creator"),
);

/**
 * Reads a creator and locks it for deletion. Until the transaction ends, no row that refers to it can be
 * inserted either.
 */
export const lockCreatorForDeletion = (tx: Transaction, id: number) =>
  tx.select().from(creators).where(eq(creators.id, id)).for("update").then(first);

async function isQuarantined(db: Queries, handle: string): Promise<boolean> {
  const isNow = gt(quarantinedHandles.until, sql`now()`);
  return (await db.$count(quarantinedHandles, and(eq(quarantinedHandles.handle, handle), isNow))) > 0;
}

/**
 * Returns the unavailable handles among the given ones: used by other creators, reserved for others, or
 * blocked.
 */
export async function findTakenHandles(db: Queries, handles: readonly string[], ownCreatorId: number | null) {
  const isOthers = (id: AnyPgColumn) => sql`${id} is distinct from ${ownCreatorId}`;
  const ofPages = db
    .select({ handle: creators.handle })
    .from(creators)
    .where(and(inArray(creators.handle, handles), isOthers(creators.id)));
  const reserved = db
    .select({ handle: quarantinedHandles.handle })
    .from(quarantinedHandles)
    .where(
      and(
        inArray(quarantinedHandles.handle, handles),
        gt(quarantinedHandles.until, sql`now()`),
        isOthers(quarantinedHandles.creatorId),
      ),
    );
  const [taken, blocked] = await Promise.all([union(ofPages, reserved), findBlockedHandles(db, handles)]);
  return new Set([...taken.map(({ handle }) => handle), ...blocked]);
}

/** Reserves the handle of a page that is about to be deleted for 30 days. */
export async function quarantineHandle(tx: Transaction, handle: string): Promise<void> {
  await insertQuarantine(tx, { handle, creatorId: null });
}

/**
 * Reserves a renamed creator's former handle for 30 days. Ends the reservation of a handle that was taken
 * back.
 */
export async function quarantineFormerHandle(
  tx: Transaction,
  { creatorId, former, current }: { creatorId: number; former: string; current: string },
): Promise<void> {
  const own = eq(quarantinedHandles.creatorId, creatorId);
  await tx.delete(quarantinedHandles).where(and(own, eq(quarantinedHandles.handle, current)));
  await insertQuarantine(tx, { handle: former, creatorId });
  // Without a limit, one account could reserve any number of handles by renaming.
  const latest = tx
    .select({ handle: quarantinedHandles.handle })
    .from(quarantinedHandles)
    .where(own)
    .orderBy(desc(quarantinedHandles.until))
    .limit(MAX_FORMER_HANDLES);
  await tx.delete(quarantinedHandles).where(and(own, notInArray(quarantinedHandles.handle, latest)));
}

async function insertQuarantine(
  tx: Transaction,
  { handle, creatorId }: { handle: string; creatorId: number | null },
): Promise<void> {
  // Reserved names need no quarantine, and it would block recreating the demo page.
  if (isReservedHandle(handle)) return;
  // Use the statement's time, because the transaction's would not order several renames.
  const until = sql`clock_timestamp() + make_interval(days => ${HANDLE_QUARANTINE_DAYS})`;
  await tx
    .insert(quarantinedHandles)
    .values({ handle, until, creatorId })
    .onConflictDoUpdate({ target: quarantinedHandles.handle, set: { until, creatorId } });
}

/** Returns the current handle of the creator who had `handle` before renaming, while it is reserved. */
export async function findCurrentHandle(db: Queries, handle: string): Promise<string | undefined> {
  const [row] = await db
    .select({ handle: creators.handle })
    .from(quarantinedHandles)
    .innerJoin(creators, eq(creators.id, quarantinedHandles.creatorId))
    .where(
      and(
        eq(quarantinedHandles.handle, handle.toLowerCase()),
        gt(quarantinedHandles.until, sql`now()`),
        isNull(creators.offlineSince),
      ),
    );
  return row?.handle;
}

export async function deleteExpiredQuarantines(db: Queries): Promise<void> {
  await deleteInBatches(db, quarantinedHandles, lt(quarantinedHandles.until, sql`now()`));
}

const rejectTakenHandle = onViolation("creators_handle_unique", errors.handleTaken);
