import { type SQL, sql } from "drizzle-orm";
import { pageCountsOf, tileCountsOf, tilesOf } from "../modules/analytics/rollups.ts";
import { advisoryLocks } from "../platform/database/advisory-locks.ts";
import { type EventStore, isSeparate } from "../platform/database/event-store.ts";
import { inTransaction, type Transaction } from "../platform/database/index.ts";

/** Calculates the daily counts again from the stored events, after these were inserted or moved by SQL. Filtered ones are not stored and keep their counts. */
export async function recountEvents(store: EventStore): Promise<void> {
  const { isOfCreator, tiles } = await describeOwners(store);
  const recount = async (tx: Transaction) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.analyticsRollup})`);
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`delete from pending_counts where event <> 'filtered'`);
    await tx.execute(sql`delete from daily_counts where not (kind = 'event' and name = 'filtered')`);
    await tx.execute(sql`delete from daily_tile_counts`);
    // The funnel is counted again when its creator opens it.
    for (const table of ["funnel_marks", "funnel_counts", "funnel_totals"])
      await tx.execute(sql`delete from ${sql.identifier(table)}`);
    await tx.execute(sql`
      insert into daily_counts (creator_id, day, kind, name, count)
      select p.* from (${pageCountsOf(sql`events`, sql`1`)}) p where ${isOfCreator} order by p.day, p.creator_id`);
    await tx.execute(sql`
      insert into daily_tile_counts (tile_id, day, event, count) ${tileCountsOf(sql`events`, { weight: sql`1`, tiles })}`);
  };
  // One moment for all of it: what is stored meanwhile is pending afterwards.
  await inTransaction(store.db, recount, { isolationLevel: "repeatable read" });
}

async function describeOwners(store: EventStore): Promise<{ isOfCreator: SQL; tiles: SQL }> {
  if (!isSeparate(store)) {
    return { isOfCreator: sql`p.creator_id in (select id from creators)`, tiles: sql`tiles` };
  }
  const creators = await store.main.execute<{ id: number }>(sql`select id from creators`);
  const tiles = await store.main.execute<{ id: number; creatorId: number; createdAt: string }>(
    sql`select id, creator_id as "creatorId", created_at::text as "createdAt" from tiles`,
  );
  const ids = creators.rows.map(({ id }) => id);
  return { isOfCreator: sql`p.creator_id = any(${sql.param(ids)}::bigint[])`, tiles: tilesOf(tiles.rows) };
}
