import type { ClientBase } from "pg";
import { advisoryLocks } from "./advisory-locks.ts";
import type { Database } from "./index.ts";

const HELD = `
  select exists (
    select from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = $1
      and database = (select oid from pg_database where datname = current_database())
  ) as held`;

/** Marks a backup as running while the connection is open. Several backups can run at once. */
export async function acquireBackupLock(client: ClientBase): Promise<void> {
  await client.query("select pg_advisory_lock_shared($1)", [advisoryLocks.backup]);
}

/** Returns true while a backup is running. A backup still reads the bytes of files whose rows were deleted after its snapshot. */
export async function isBackupRunning(db: Database): Promise<boolean> {
  const { rows } = await db.$client.query<{ held: boolean }>(HELD, [advisoryLocks.backup]);
  return rows[0]?.held ?? false;
}
