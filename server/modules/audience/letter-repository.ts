import { and, asc, desc, eq, lte, notInArray, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { letters } from "./tables.ts";

export type LetterRow = typeof letters.$inferSelect;
export type LetterValues = Pick<
  LetterRow,
  "subject" | "body" | "ctaLabel" | "ctaUrl" | "imageId" | "imageAlt" | "sendAt" | "scheduledBy"
>;
type Own = { creatorId: number; id: number };

const isOwn = ({ creatorId, id }: Own) => and(eq(letters.id, id), eq(letters.creatorId, creatorId));

/** Returns the letters of a creator, the last changed first. */
export function listLetters(db: Queries, creatorId: number): Promise<LetterRow[]> {
  return db
    .select()
    .from(letters)
    .where(eq(letters.creatorId, creatorId))
    .orderBy(desc(letters.updatedAt), desc(letters.id));
}

export function countLetters(db: Queries, creatorId: number): Promise<number> {
  return db.$count(letters, eq(letters.creatorId, creatorId));
}

export async function findLetter(db: Queries, own: Own): Promise<LetterRow | undefined> {
  const [row] = await db.select().from(letters).where(isOwn(own));
  return row;
}

export async function lockLetter(tx: Transaction, own: Own): Promise<LetterRow | undefined> {
  const [row] = await tx.select().from(letters).where(isOwn(own)).for("update");
  return row;
}

export async function insertLetter(
  tx: Transaction,
  creatorId: number,
  values: Partial<LetterValues> & Pick<LetterRow, "problem">,
): Promise<LetterRow> {
  const [row] = await tx
    .insert(letters)
    .values({ creatorId, ...values })
    .returning();
  if (!row) throw new Error("insert returned no letter");
  return row;
}

export async function updateLetter(
  tx: Transaction,
  own: Own,
  values: Partial<LetterValues> & { problem: string | null },
): Promise<LetterRow> {
  const [row] = await tx
    .update(letters)
    .set({ ...values, updatedAt: sql`now()` })
    .where(isOwn(own))
    .returning();
  if (!row) throw new Error("the letter is locked, but it is gone");
  return row;
}

/** Deletes a letter; false when there is none. */
export async function deleteLetter(db: Queries, own: Own): Promise<boolean> {
  const { rowCount } = await db.delete(letters).where(isOwn(own));
  return (rowCount ?? 0) > 0;
}

/** Returns a letter whose time has come, the earliest first; undefined when there is none beside those that are left out. */
export async function findDueLetter(db: Queries, without: readonly number[]): Promise<Own | undefined> {
  const [row] = await db
    .select({ id: letters.id, creatorId: letters.creatorId })
    .from(letters)
    .where(
      and(
        lte(letters.sendAt, sql`now()`),
        without.length > 0 ? notInArray(letters.id, [...without]) : undefined,
      ),
    )
    .orderBy(asc(letters.sendAt), asc(letters.id))
    .limit(1);
  return row;
}

/** Returns whether a time is over, and whether it is so for more than some hours, by the clock of the database. */
export async function compareTime(
  db: Queries,
  at: Date,
  { hours, days }: { hours: number; days: number },
): Promise<{ isOver: boolean; isLate: boolean; isTooFar: boolean }> {
  const { rows } = await db.execute<{ over: boolean; late: boolean; far: boolean }>(sql`
    select ${at.toISOString()}::timestamptz <= now() as over,
      ${at.toISOString()}::timestamptz < now() - make_interval(hours => ${hours}) as late,
      ${at.toISOString()}::timestamptz > now() + make_interval(days => ${days}) as far`);
  const [row] = rows;
  return { isOver: row?.over === true, isLate: row?.late === true, isTooFar: row?.far === true };
}
