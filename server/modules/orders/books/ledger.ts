import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { BooksMode } from "../../../../contract/api/books.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { ledgerEntries } from "../ledger-tables.ts";
import { listedLines } from "../lines/lines.ts";
import { sumsOfEntries } from "../payment/sale-money.ts";
import { orders } from "../tables.ts";

/** A creator's entries from one instant to before another. */
export type LedgerPeriod = { creatorId: number; from: Date; to?: Date; mode?: BooksMode };

const isIn = ({ creatorId, from, to, mode }: LedgerPeriod): SQL | undefined =>
  and(
    eq(ledgerEntries.creatorId, creatorId),
    gte(ledgerEntries.at, from),
    to && lt(ledgerEntries.at, to),
    mode && eq(modeOfBooks, mode),
  );

const modeOfBooks = sql<BooksMode>`coalesce(${orders.mode}, 'mock')`;

/** Returns the sums of a period by mode and currency; amounts of different modes never mix. */
export async function sumEntries(db: Queries, period: LedgerPeriod) {
  return db
    .select({ mode: orders.mode, currency: orders.currency, ...sumsOfEntries })
    .from(ledgerEntries)
    .innerJoin(orders, eq(orders.id, ledgerEntries.orderId))
    .where(isIn(period))
    .groupBy(orders.mode, orders.currency)
    .orderBy(orders.mode, orders.currency);
}

export async function sumByMonthAndCountry(
  db: Queries,
  { timeZone, ...period }: LedgerPeriod & { timeZone: string },
) {
  return db
    .select({
      month: sql<number>`extract(month from ${ledgerEntries.at} at time zone ${timeZone})::int`,
      country: orders.buyerCountry,
      currency: orders.currency,
      ...sumsOfEntries,
    })
    .from(ledgerEntries)
    .innerJoin(orders, eq(orders.id, ledgerEntries.orderId))
    .where(isIn(period))
    .groupBy(sql`1, 2, 3`)
    .orderBy(sql`1, 2 nulls last, 3`);
}

/** Returns the years and modes with entries of a creator, newest year first. */
export async function listBooks(
  db: Queries,
  { creatorId, timeZone }: { creatorId: number; timeZone: string },
) {
  return db
    .selectDistinct({
      year: sql<number>`extract(year from ${ledgerEntries.at} at time zone ${timeZone})::int`,
      mode: modeOfBooks,
    })
    .from(ledgerEntries)
    .innerJoin(orders, eq(orders.id, ledgerEntries.orderId))
    .where(eq(ledgerEntries.creatorId, creatorId))
    .orderBy(sql`1 desc, 2`);
}

type Page = { after: { cursor: string; entry: { id: number } } | undefined; limit: number };

/** Returns the entries of a period after a cursor, oldest first, each with its order. */
export async function listEntriesAfter(db: Queries, period: LedgerPeriod, { after, limit }: Page) {
  const { at, id } = ledgerEntries;
  const isAfter = after && sql`(${at}, ${id}) > (${after.cursor}::timestamptz, ${after.entry.id})`;
  return db
    .select({
      entry: ledgerEntries,
      // As text, because a `Date` would lose the microseconds.
      cursor: sql<string>`${ledgerEntries.at}::text`,
      lines: listedLines,
      currency: orders.currency,
      provider: orders.provider,
      number: orders.number,
      buyerCountry: orders.buyerCountry,
      buyerCompany: orders.buyerCompany,
      buyerVatId: orders.buyerVatId,
    })
    .from(ledgerEntries)
    .innerJoin(orders, eq(orders.id, ledgerEntries.orderId))
    .where(and(isIn(period), isAfter))
    .orderBy(asc(at), asc(id))
    .limit(limit);
}
export type ListedEntry = Awaited<ReturnType<typeof listEntriesAfter>>[number];
