import { and, count, desc, eq, min, sql } from "drizzle-orm";
import { first, firstOrThrow, type Queries, type Transaction } from "../../platform/database/index.ts";
import { discountSeries, discounts } from "./tables.ts";

type Owned = { creatorId: number; id: number };
export type SeriesRow = Awaited<ReturnType<typeof listSeries>>[number];
/** The terms that all codes of a series share. */
export type SeriesTerms = Pick<
  typeof discounts.$inferInsert,
  "percentOff" | "productIds" | "startsAt" | "endsAt" | "active"
>;
export type SeriesCode = { code: string; taken: number };

const owned = ({ creatorId, id }: Owned) =>
  and(eq(discountSeries.id, id), eq(discountSeries.creatorId, creatorId));

const { percentOff, productIds, startsAt, endsAt, active, taken } = discounts;

const selectSeries = (db: Queries) =>
  db
    .select({
      id: discountSeries.id,
      name: discountSeries.name,
      createdAt: discountSeries.createdAt,
      count: count(),
      used: sql<number>`count(*) filter (where ${taken} > 0)`.mapWith(Number),
      percentOff: sql<number>`min(${percentOff})`,
      productIds: min(productIds),
      startsAt: min(startsAt),
      endsAt: min(endsAt),
      active: sql<boolean>`bool_and(${active})`,
    })
    .from(discountSeries)
    .innerJoin(discounts, eq(discounts.seriesId, discountSeries.id))
    .groupBy(discountSeries.id);

/** Returns the series of a creator with the counts and the terms of their codes, newest first. */
export const listSeries = (db: Queries, creatorId: number) =>
  selectSeries(db).where(eq(discountSeries.creatorId, creatorId)).orderBy(desc(discountSeries.id));

export const findSeries = (db: Queries, owner: Owned): Promise<SeriesRow | undefined> =>
  selectSeries(db).where(owned(owner)).then(first);

export const countSeries = (db: Queries, creatorId: number): Promise<number> =>
  db.$count(discountSeries, eq(discountSeries.creatorId, creatorId));

export const insertSeries = (tx: Transaction, values: { creatorId: number; name: string }): Promise<number> =>
  tx
    .insert(discountSeries)
    .values(values)
    .returning()
    .then(firstOrThrow("insert returned no series"))
    .then(({ id }) => id);

/** Adds codes to a series, except those that the creator has already. Returns the number of added ones. */
export async function insertCodes(
  tx: Transaction,
  { creatorId, id: seriesId }: Owned,
  { terms, codes }: { terms: SeriesTerms; codes: readonly SeriesCode[] },
): Promise<number> {
  const rows = codes.map((code) => ({ ...terms, ...code, creatorId, seriesId, maxUses: 1 }));
  const { rowCount } = await tx.insert(discounts).values(rows).onConflictDoNothing();
  return rowCount ?? 0;
}

/** Changes the name and the state of a series. Returns false if it does not exist. */
export async function updateSeries(
  tx: Transaction,
  owner: Owned,
  { name, active }: { name?: string | undefined; active?: boolean | undefined },
): Promise<boolean> {
  const [row] = await tx.select().from(discountSeries).where(owned(owner)).for("update");
  if (!row) return false;
  if (name !== undefined) await tx.update(discountSeries).set({ name }).where(owned(owner));
  if (active !== undefined)
    await tx.update(discounts).set({ active }).where(eq(discounts.seriesId, owner.id));
  return true;
}

/** Deletes a series with its codes. Returns false if it does not exist. */
export async function deleteSeries(db: Queries, owner: Owned): Promise<boolean> {
  const { rowCount } = await db.delete(discountSeries).where(owned(owner));
  return rowCount === 1;
}

/** Returns the codes of a series with their uses, in the order of their creation. */
export const listCodes = (db: Queries, { creatorId, id }: Owned): Promise<SeriesCode[]> =>
  db
    .select({ code: discounts.code, taken })
    .from(discounts)
    .where(and(eq(discounts.creatorId, creatorId), eq(discounts.seriesId, id)))
    .orderBy(discounts.id);
