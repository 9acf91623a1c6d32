/** A connection to the database of the jobs. */
type Queued = { query: (text: string, values?: unknown[]) => Promise<unknown> };

const NOTIFY = `select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), $1)`;

/**
 * Runs queued jobs at once by ending their delay. `pg-boss.api.test.ts` proves that they would run after it.
 */
export async function runQueuedNow(database: Queued, name: string): Promise<void> {
  await database.query(
    "update pgboss.job set start_after = now() where name = $1 and state in ('created', 'retry')",
    [name],
  );
  await database.query(NOTIFY, [name]);
}

/** Runs a scheduled job at once, on any node. */
export async function runScheduledNow(database: Queued, name: string): Promise<void> {
  await database.query("insert into pgboss.job (name) values ($1)", [name]);
  await database.query(NOTIFY, [name]);
}

/**
 * Queues the jobs of killed processes again. Call it while no process runs. A node would do so about ten
 * seconds after its start, as `pg-boss.api.test.ts` proves.
 */
export async function takeOverNow(database: Queued): Promise<void> {
  await database.query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
}
