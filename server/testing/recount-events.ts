import { sql } from "drizzle-orm";
import { pageCountsOf, SHARES, tileCountsOf } from "../modules/analytics/rollups.ts";
import { advisoryLocks } from "../platform/database/advisory-locks.ts";
import { type Database, inTransaction, type Transaction } from "../platform/database/index.ts";

/**
 * Calculates the daily counts again after SQL has inserted or moved stored events. Filtered events are not
 * stored, so their counts stay.
 */
export async function recountEvents(db: Database): Promise<void> {
  const recount = async (tx: Transaction) => {
    await tx.execute(
      sql`select pg_advisory_xact_lock(${advisoryLocks.analyticsRollup}, share) from generate_series(0, ${SHARES - 1}) share`,
    );
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`delete from pending_counts where event <> 'filtered'`);
    await tx.execute(sql`delete from daily_counts where not (kind = 'event' and name = 'filtered')`);
    await tx.execute(sql`delete from daily_tile_counts`);
    // The funnel is counted again when its creator opens it.
    for (const table of ["funnel_marks", "funnel_counts", "funnel_totals"])
      await tx.execute(sql`delete from ${sql.identifier(table)}`);
    await tx.execute(sql`
      insert into daily_counts (creator_id, day, kind, name, count)
      select p.* from (${pageCountsOf(sql`events`, sql`1`)}) p where p.creator_id in (select id from creators) order by p.day, p.creator_id`);
    await tx.execute(sql`
      insert into daily_tile_counts (tile_id, day, event, count) ${tileCountsOf(sql`events`, sql`1`)}`);
  };
  // A single snapshot for all statements. Later events stay pending.
  await inTransaction(db, recount, { isolationLevel: "repeatable read" });
}
