import { setTimeout as delay } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import { isBackupRunning } from "../../platform/database/backup-lock.ts";
import { isLockTimeout } from "../../platform/database/errors.ts";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import type { Log } from "../../platform/log/index.ts";
import { daysAhead, expiredBefore, type Partition, partitionOf } from "./rules.ts";
import { readNow } from "./summary-repository.ts";
import { deletedCreators } from "./tables.ts";

const DEFAULT = "events_default";
const CHUNK = 5_000;
/** Limits the work of one maintenance run. */
const MAX_CHUNKS = 200;

/**
 * The time that a change of the partitions waits for its lock. New events wait behind it, so the change gives up
 * early and tries again.
 */
const LOCK_TIMEOUT_MS = 100;
const ATTEMPTS = 5;
const PAUSE_MS = 200;

/**
 * The time after a creator's deletion within which inserts in progress may still store events of that
 * creator.
 */
const LATEST_INSERT = sql`interval '5 minutes'`;

/**
 * Lists the partitions with their bounds. A partition may cover more than a day or have another name. The
 * default partition has no bounds.
 */
export const LIST_PARTITIONS = `
  with partitions as materialized (
    select c.relname as name, regexp_match(pg_get_expr(c.relpartbound, c.oid), '^FOR VALUES FROM \\(''(.+)''\\) TO \\(''(.+)''\\)$') as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass('public.events')
  )
  select name, to_char(bounds[1]::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as from,
    to_char(bounds[2]::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as to
  from partitions where bounds is not null order by 2`;

async function listPartitions(db: Queries): Promise<Partition[]> {
  const { rows } = await db.execute<Partition>(sql.raw(LIST_PARTITIONS));
  return rows;
}

/** Creates the partitions of the next days, and drops those older than `retentionDays`. Daily counts stay. */
export async function maintainPartitions({ db, log }: { db: Database; log: Log }, retentionDays: number) {
  // A change of a partition would wait for the backup, which reads the whole table.
  if (await isBackupRunning(db)) return;
  const isMade = await makePartitions(db);
  const isDropped = await dropOldPartitions(db, retentionDays);
  if (!(isMade && isDropped)) log.info("the table of events is in use; its partitions change in an hour");
  await deleteInChunks(db, DEFAULT, sql`created_at < now() - make_interval(days => ${retentionDays}::int)`);
}

/**
 * Creates the missing partitions of today and the next days. Returns false if some are still missing, because
 * other transactions held the table.
 */
export async function makePartitions(db: Database): Promise<boolean> {
  const days = daysAhead(await readNow(db));
  const known = await listPartitions(db);
  let isComplete = true;
  const failures: unknown[] = [];
  for (const day of days) {
    if (findPartition(known, day)) continue;
    try {
      isComplete = (await changePartitions(db, (tx) => makePartition(tx, day))) && isComplete;
    } catch (error) {
      // A day with too many rows in the default partition must not prevent the next ones.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return isComplete;
}

const findPartition = (known: Partition[], day: string) =>
  known.find(({ from, to }) => from <= partitionOf(day).from && partitionOf(day).from < to);

/** Creates the partition of a day and moves the day's rows there from the default partition. */
async function makePartition(tx: Transaction, day: string): Promise<void> {
  // Another node has created the partition first.
  if (findPartition(await listPartitions(tx), day)) return;
  const { name, from, to } = partitionOf(day);
  const table = sql.identifier(name);
  // Create a table and attach it, so that reads and writes of other days are not blocked.
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

/** Drops expired partitions. Returns false if some are left, because other transactions held the table. */
async function dropOldPartitions(db: Database, days: number): Promise<boolean> {
  const before = expiredBefore(await readNow(db), days);
  let isComplete = true;
  for (const { name, to } of await listPartitions(db)) {
    if (to > before) continue;
    const remove = sql`drop table if exists ${sql.identifier(name)}`;
    isComplete = (await changePartitions(db, (tx) => tx.execute(remove))) && isComplete;
  }
  return isComplete;
}

/**
 * Runs a change that locks partitions, on one node at a time. Returns false if other programs, such as a backup,
 * hold the required locks.
 */
async function changePartitions(db: Database, change: (tx: Transaction) => Promise<unknown>) {
  for (let attempt = 1; ; attempt++) {
    try {
      await inTransaction(db, async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.analyticsPartitions})`);
        await tx.execute(sql`set local lock_timeout = ${sql.raw(String(LOCK_TIMEOUT_MS))}`);
        await change(tx);
      });
      return true;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt === ATTEMPTS) return false;
    }
    await delay(PAUSE_MS);
  }
}

/**
 * Deletes the events of deleted creators. A later run repeats it, because inserts in progress may store more
 * events. Their counts are already deleted, and their events contain only an orphaned id.
 */
export async function deleteOrphans(db: Database): Promise<void> {
  const { rows } = await db.execute<{ id: number; final: boolean }>(
    sql`select creator_id as id,
        deleted_at < now() - ${LATEST_INSERT} as final
      from ${deletedCreators} where not exists (select from creators where id = creator_id)`,
  );
  if (rows.length === 0) return;
  const ids = sql.param(rows.map(({ id }) => id));
  let isComplete = true;
  for (const name of [...(await listPartitions(db)).map(({ name }) => name), DEFAULT]) {
    isComplete = (await deleteInChunks(db, name, sql`creator_id = any(${ids}::bigint[])`)) && isComplete;
  }
  if (!isComplete) return;
  const done = sql.param(rows.filter(({ final }) => final).map(({ id }) => id));
  await db.delete(deletedCreators).where(sql`creator_id = any(${done}::bigint[])`);
}

/** Deletes rows in chunks. Returns false if some are left for the next run. */
async function deleteInChunks(db: Database, name: string, which: SQL): Promise<boolean> {
  const table = sql.identifier(name);
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk++) {
    const { rowCount } = await db.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${which} limit ${CHUNK}))`,
    );
    if ((rowCount ?? 0) < CHUNK) return true;
  }
  return false;
}
