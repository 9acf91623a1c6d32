import { and, asc, between, eq, lt, sql } from "drizzle-orm";
import {
  PageChangeKind as Kind,
  type PageChange,
  type PageChangeKind,
} from "../../../contract/api/funnel.ts";
import { deleteInBatches } from "../../platform/database/in-batches.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { pageChanges } from "./tables.ts";

/** The maximum number of rows per creator and day. Later changes of that day are dropped. */
const MAX_PER_DAY = 50;

type Price = { currency: string; fromCents: number; toCents: number };
type NewChange = {
  creatorId: number;
  kind: PageChangeKind;
  /** The changed tile or product. */
  subject?: { id: number; title: string };
  price?: Price;
};

/**
 * Records a change of a page in the caller's transaction. Changes of one subject on one day share a row,
 * which keeps the first old price and the last new one.
 */
export async function recordPageChange(tx: Transaction, { creatorId, kind, subject, price }: NewChange) {
  const { currency = null, fromCents = null, toCents = null } = price ?? {};
  await tx.execute(sql`
    insert into ${pageChanges} (creator_id, kind, subject_id, title, currency, from_cents, to_cents)
    select ${creatorId}, ${kind}, ${subject?.id ?? 0}, ${subject?.title ?? null}, ${currency}, ${fromCents}, ${toCents}::integer
    where (
      select count(*) from ${pageChanges} where creator_id = ${creatorId} and day = (now() at time zone 'UTC')::date
    ) < ${MAX_PER_DAY}
    on conflict (creator_id, day, kind, subject_id)
      do update set title = excluded.title, to_cents = excluded.to_cents, currency = excluded.currency`);
}

/** Returns the changes of a page between two UTC days, oldest first. */
export async function listPageChanges(
  db: Queries,
  { creatorId, from, to }: { creatorId: number; from: string; to: string },
): Promise<PageChange[]> {
  const rows = await db
    .select()
    .from(pageChanges)
    .where(and(eq(pageChanges.creatorId, creatorId), between(pageChanges.day, from, to)))
    .orderBy(asc(pageChanges.day), asc(pageChanges.kind), asc(pageChanges.subjectId));
  return (
    rows
      // Skips kinds that a newer release recorded.
      .filter(({ kind }) => Kind.safeParse(kind).success)
      .map(({ day, kind, title, currency, fromCents, toCents }) => ({
        date: day,
        kind,
        title,
        price:
          currency === null || fromCents === null || toCents === null
            ? null
            : { currency, from_cents: fromCents, to_cents: toCents },
      }))
  );
}

/** The log of page changes. Other modules record them by `recordPageChange`. */
export function createPageChanges({ db, settings }: Infrastructure) {
  const days = settings.eventRetentionDays;
  return {
    maintenance: {
      "delete-old-page-changes": async () => {
        await deleteInBatches(
          db,
          pageChanges,
          lt(pageChanges.day, sql`(now() - make_interval(days => ${days}::int))::date`),
        );
      },
    },
  } satisfies Module;
}
