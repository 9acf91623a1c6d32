import { and, asc, desc, eq, lte, notInArray, sql } from "drizzle-orm";
import { first, firstOrThrow, type Queries, type Transaction } from "../../platform/database/index.ts";
import { letters } from "./tables.ts";

export type LetterRow = typeof letters.$inferSelect;
export type LetterValues = Pick<
  LetterRow,
  "subject" | "body" | "ctaLabel" | "ctaUrl" | "imageId" | "imageAlt" | "sendAt" | "scheduledBy"
>;
type Own = { creatorId: number; id: number };

const isOwn = ({ creatorId, id }: Own) => and(eq(letters.id, id), eq(letters.creatorId, creatorId));

/** Returns the letters of a creator, most recently changed first. */
export function listLetters(db: Queries, creatorId: number): Promise<LetterRow[]> {
  return db
    .select()
    .from(letters)
    .where(eq(letters.creatorId, creatorId))
    .orderBy(desc(letters.updatedAt), desc(letters.id));
}

export const countLetters = (db: Queries, creatorId: number): Promise<number> =>
  db.$count(letters, eq(letters.creatorId, creatorId));

export const findLetter = (db: Queries, own: Own) => db.select().from(letters).where(isOwn(own)).then(first);

export const lockLetter = (tx: Transaction, own: Own) =>
  tx.select().from(letters).where(isOwn(own)).for("update").then(first);

export async function insertLetter(
  tx: Transaction,
  creatorId: number,
  values: Partial<LetterValues> & Pick<LetterRow, "problem">,
): Promise<LetterRow> {
  return tx
    .insert(letters)
    .values({ creatorId, ...values })
    .returning()
    .then(firstOrThrow("insert returned no letter"));
}

export async function updateLetter(
  tx: Transaction,
  own: Own,
  values: Partial<LetterValues> & { problem: string | null },
): Promise<LetterRow> {
  return tx
    .update(letters)
    .set({ ...values, updatedAt: sql`now()` })
    .where(isOwn(own))
    .returning()
    .then(firstOrThrow("the locked letter does not exist"));
}

/** Deletes a letter. Returns false if it does not exist. */
export async function deleteLetter(db: Queries, own: Own): Promise<boolean> {
  const { rowCount } = await db.delete(letters).where(isOwn(own));
  return (rowCount ?? 0) > 0;
}

/** Returns the earliest due letter that is not in a list, or undefined. */
export const findDueLetter = (db: Queries, without: readonly number[]) =>
  db
    .select({ id: letters.id, creatorId: letters.creatorId })
    .from(letters)
    .where(
      and(
        lte(letters.sendAt, sql`now()`),
        without.length > 0 ? notInArray(letters.id, [...without]) : undefined,
      ),
    )
    .orderBy(asc(letters.sendAt), asc(letters.id))
    .limit(1)
    .then(first);

/**
 * Returns whether a time has passed, whether it passed more than `hours` ago, and whether it is more than `days`
 * ahead, by the database's clock.
 */
export async function compareTime(db: Queries, at: Date, { hours, days }: { hours: number; days: number }) {
  const { rows } = await db.execute<{ over: boolean; late: boolean; far: boolean }>(sql`
    select ${at.toISOString()}::timestamptz <= now() as over,
      ${at.toISOString()}::timestamptz < now() - make_interval(hours => ${hours}) as late,
      ${at.toISOString()}::timestamptz > now() + make_interval(days => ${days}) as far`);
  const [row] = rows;
  return { isOver: row?.over === true, isLate: row?.late === true, isTooFar: row?.far === true };
}
