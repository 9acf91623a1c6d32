import { type SQL, sql } from "drizzle-orm";
import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import type { EventStore } from "../../platform/database/event-store.ts";
import { type Database, inTransaction, type Queries } from "../../platform/database/index.ts";
import { listDeleted } from "./orphans.ts";
import { monthsAhead, partitionOf } from "./rules.ts";
import { readNow } from "./summary-repository.ts";

const DEFAULT = "events_default";
const CHUNK = 5_000;
/** Limits the work of one maintenance run. */
const MAX_CHUNKS = 200;

/** Creates the missing partitions of this month and the next ones, and moves their rows from the default partition. */
export async function makePartitions(db: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.analyticsPartitions})`);
    const known = new Set((await listPartitions(tx)).map(({ name }) => name));
    for (const month of monthsAhead(await readNow(tx))) {
      const { name, from, to } = partitionOf(month);
      if (known.has(name)) continue;
      const table = sql.identifier(name);
      // The partition is created as a table and then attached, so that reads and writes of other months are not blocked.
      await tx.execute(
        sql`create table ${table} (like events including defaults including constraints including indexes)`,
      );
      await tx.execute(sql`
        with waiting as (
          delete from ${sql.identifier(DEFAULT)} where created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz returning *
        )
        insert into ${table} select * from waiting`);
      await tx.execute(
        sql`alter table events attach partition ${table} for values from (${sql.raw(`'${from}'`)}) to (${sql.raw(`'${to}'`)})`,
      );
    }
  });
}

/** Drops the partitions whose last event is older than `days`; the daily counts stay. */
export async function dropOldPartitions(db: Database, days: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.analyticsPartitions})`);
    const { rows } = await tx.execute<{ before: string }>(
      sql`select to_char((now() - make_interval(days => ${days}::int)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as before`,
    );
    const before = rows[0]?.before ?? "";
    for (const { name, month } of await listPartitions(tx)) {
      if (partitionOf(month).to <= before) await tx.execute(sql`drop table ${sql.identifier(name)}`);
    }
  });
  await deleteInChunks(db, DEFAULT, sql`created_at < now() - make_interval(days => ${days}::int)`);
}

/** Returns the partitions that hold a month, oldest first. */
async function listPartitions(db: Queries): Promise<{ name: string; month: string }[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass order by 1`);
  return rows.flatMap(({ name }) => {
    const month = /^events_(\d{4})_(\d{2})$/.exec(name);
    return month ? [{ name, month: `${month[1]}-${month[2]}` }] : [];
  });
}

/** Deletes the events of deleted creators. Their counts are already deleted, and their events hold only an id that refers to nothing. */
export async function deleteOrphans(store: EventStore): Promise<void> {
  const { db } = store;
  const deletedIds = await listDeleted(store, { table: "events", column: "creator_id", owners: "creators" });
  if (deletedIds.length === 0) return;
  const months = (await listPartitions(db)).map(({ name }) => name);
  const ids = sql.param(deletedIds);
  for (const name of [...months, DEFAULT]) {
    await deleteInChunks(db, name, sql`creator_id = any(${ids}::bigint[])`);
  }
}

async function deleteInChunks(db: Database, name: string, which: SQL): Promise<void> {
  const table = sql.identifier(name);
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk++) {
    const { rowCount } = await db.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${which} limit ${CHUNK}))`,
    );
    if ((rowCount ?? 0) < CHUNK) return;
  }
}
