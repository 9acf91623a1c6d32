import { and, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { isNotDeleted, isRestorable, lastDeletedFirst } from "../../platform/database/deleted-rows.ts";
import { onViolation } from "../../platform/database/errors.ts";
import { first, firstOrThrow, type Queries, type Transaction } from "../../platform/database/index.ts";
import { errors } from "./errors.ts";
import { discounts } from "./tables.ts";

export type DiscountRow = typeof discounts.$inferSelect;
type DiscountValues = Omit<typeof discounts.$inferInsert, "creatorId">;
type Owned = { creatorId: number; id: number };

const anyOwned = ({ creatorId, id }: Owned) => and(eq(discounts.id, id), eq(discounts.creatorId, creatorId));
const isSingle = isNull(discounts.seriesId);
/** Codes of a series are changed and deleted only with their series. */
const owned = (owner: Owned) => and(anyOwned(owner), isSingle, isNotDeleted(discounts));
const ofCreator = (creatorId: number) => and(eq(discounts.creatorId, creatorId), isNotDeleted(discounts));
const singleOf = (creatorId: number) => and(ofCreator(creatorId), isSingle);

export const listDiscounts = (db: Queries, creatorId: number): Promise<DiscountRow[]> =>
  db.select().from(discounts).where(singleOf(creatorId)).orderBy(desc(discounts.id));

export const countDiscounts = (db: Queries, creatorId: number): Promise<number> =>
  db.$count(discounts, singleOf(creatorId));

/** Returns whether a creator has one of these codes, in any letter case, by itself or in a series. */
export async function hasAnyCode(
  db: Queries,
  { creatorId, codes }: { creatorId: number; codes: readonly string[] },
): Promise<boolean> {
  const isAny = inArray(
    sql`lower(${discounts.code})`,
    codes.map((code) => code.toLowerCase()),
  );
  return (await db.$count(discounts, and(ofCreator(creatorId), isAny))) > 0;
}

export const lockDiscount = (tx: Transaction, owner: Owned) =>
  tx.select().from(discounts).where(owned(owner)).for("update").then(first);

/** Inserts a code. Throws 409 if the creator has it already. */
export async function insertDiscount(db: Queries, creatorId: number, values: DiscountValues) {
  return db
    .insert(discounts)
    .values({ ...values, creatorId })
    .returning()
    .catch(rejectTakenCode)
    .then(firstOrThrow("insert returned no discount"));
}

/** Updates a code. Throws 409 if the creator has it already. */
export const updateDiscount = (db: Queries, owner: Owned, values: Partial<DiscountValues>) =>
  db.update(discounts).set(values).where(owned(owner)).returning().catch(rejectTakenCode).then(first);

/** Marks a code as deleted, so that it can be restored. Returns false if it does not exist. */
export async function deleteDiscount(db: Queries, owner: Owned): Promise<boolean> {
  const { rowCount } = await db
    .update(discounts)
    .set({ deletedAt: sql`now()`, activeBeforeDeletion: sql`${discounts.active}`, active: false })
    .where(owned(owner));
  return rowCount === 1;
}

/** Returns the deleted codes of a creator that can be restored, most recently deleted first. */
export function listDeletedDiscounts(db: Queries, creatorId: number) {
  const { id, code, deletedAt } = discounts;
  return db
    .select({ id, name: code, deletedAt })
    .from(discounts)
    .where(and(eq(discounts.creatorId, creatorId), isRestorable(discounts)))
    .orderBy(...lastDeletedFirst(discounts));
}

/** Restores a deleted code. Throws 409 if the creator has the code already. */
export async function restoreDiscountRow(db: Queries, owner: Owned): Promise<DiscountRow | undefined> {
  const active = sql`coalesce(${discounts.activeBeforeDeletion}, ${discounts.active})`;
  const [row] = await db
    .update(discounts)
    .set({ deletedAt: null, active, activeBeforeDeletion: null })
    .where(and(anyOwned(owner), isRestorable(discounts)))
    .returning()
    .catch(rejectTakenCode);
  return row;
}

/**
 * Finds an active code of a creator in any letter case, with flags that tell whether it has started and
 * ended.
 */
export async function findActiveCode(
  db: Queries,
  { creatorId, code }: { creatorId: number; code: string },
): Promise<(DiscountRow & { hasStarted: boolean; hasEnded: boolean }) | undefined> {
  const [row] = await db
    .select({
      discount: discounts,
      hasStarted: sql<boolean>`coalesce(${discounts.startsAt} <= now(), true)`,
      hasEnded: sql<boolean>`coalesce(${discounts.endsAt} <= now(), false)`,
    })
    .from(discounts)
    .where(
      and(
        eq(discounts.creatorId, creatorId),
        eq(sql`lower(${discounts.code})`, code.toLowerCase()),
        eq(discounts.active, true),
      ),
    );
  return row && { ...row.discount, hasStarted: row.hasStarted, hasEnded: row.hasEnded };
}

/** Takes a remaining use and locks the code. Returns undefined if no use remains. */
export async function takeUse(db: Queries, id: number): Promise<DiscountRow | undefined> {
  const isLeft = or(isNull(discounts.maxUses), lt(discounts.taken, discounts.maxUses));
  const [row] = await db
    .update(discounts)
    .set({ taken: sql`${discounts.taken} + 1` })
    .where(and(eq(discounts.id, id), isLeft))
    .returning();
  return row;
}

/** Takes a use even if none remains. Returns undefined if the code was deleted. */
export const takeAnyUse = (db: Queries, id: number) =>
  db
    .update(discounts)
    .set({ taken: sql`${discounts.taken} + 1` })
    .where(eq(discounts.id, id))
    .returning()
    .then(first);

export async function returnUse(db: Queries, id: number): Promise<void> {
  await db
    .update(discounts)
    .set({ taken: sql`greatest(${discounts.taken} - 1, 0)` })
    .where(eq(discounts.id, id));
}

const rejectTakenCode = onViolation("discounts_code_unique", errors.codeTaken);
