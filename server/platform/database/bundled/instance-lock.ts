import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "pg";
import { advisoryLocks } from "../advisory-locks.ts";
import { isProcessAlive } from "./processes.ts";

const timeoutMs = 3000;

const holderQuery = `
  select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1
    and l.database = (select oid from pg_database where datname = current_database())`;

/**
 * Locks the data folder for this process for as long as the connection is open.
 * The server holds the lock, so it works across containers and is released when the process is killed.
 */
export async function acquireInstanceLock(client: Client, dataDir: string): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
      advisoryLocks.dataFolder,
    ]);
    if (rows[0]?.taken) return;
    const holder = await findHolder(client);
    // The server takes a moment to notice that a killed holder's connection is closed; a running holder is not waited for.
    const isRunning = holder !== undefined && holder !== process.pid && isProcessAlive(holder);
    if (isRunning || performance.now() > deadline) {
      throw new Error(`DATA_DIR ${dataDir} is in use by process ${holder ?? "of another program"}.`);
    }
    await delay(50);
  }
}

async function findHolder(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string }>(holderQuery, [advisoryLocks.dataFolder]);
  const pid = /^tessera pid (\d+)$/.exec(rows[0]?.name ?? "")?.[1];
  return pid === undefined ? undefined : Number(pid);
}
