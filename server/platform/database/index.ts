import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PgTransactionConfig } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Log } from "../log/index.ts";
import { isConnectionLost, isRetryableTransactionError } from "./errors.ts";

// Counts and ids come as text otherwise; none of ours passes 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Database = NodePgDatabase<Record<string, never>> & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** What a repository needs: inside a transaction or not. */
export type Queries = Database | Transaction;

/** Prepares a query for a database the first time it is asked of it. */
export function lazyPrepared<Query>(prepare: (db: Database) => Query): (db: Database) => Query {
  const known = new WeakMap<Database, Query>();
  return (db) => {
    const before = known.get(db);
    if (before) return before;
    const query = prepare(db);
    known.set(db, query);
    return query;
  };
}

const afterCommits = new WeakMap<object, (() => void)[]>();

/** A pool of connections. Broken ones are replaced by themselves; every wait has an end. */
export function openDatabase(options: { url: string; log: Log; maxConnections?: number }): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 16,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5_000,
    query_timeout: 8_000,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: "tessera",
  });
  // An idle connection that breaks must not end the process.
  pool.on("error", (error) => {
    // Its end does not wait for the last goodbye of each connection.
    if (!pool.ending) options.log.warn({ err: error }, "database connection lost");
  });
  // Nor one that breaks between two statements of a transaction: the pool does not listen then, and the next one fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return drizzle({ client: pool });
}

/** Times that a use case is begun again after it met another one head-on. */
const TRIES = 4;

/** Runs a use case as one transaction; what was registered by `afterCommit` runs once it is durable. After a deadlock it is begun again, so it may run more than once and must do nothing outside the database. */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work, config);
    } catch (error) {
      if (attempt >= TRIES || !isRetryableTransactionError(error)) throw error;
    }
  }
}

async function runOnce<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  config: PgTransactionConfig | undefined,
): Promise<T> {
  let callbacks: (() => void)[] = [];
  // Taken and given back here: drizzle would never give back a connection that breaks at `begin`.
  const client = await db.$client.connect();
  let given = false;
  const giveBack = (broken: boolean) => {
    if (!given) client.release(broken);
    given = true;
  };
  try {
    const result = await drizzle({ client }).transaction(async (tx) => {
      callbacks = [];
      afterCommits.set(tx, callbacks);
      try {
        return await work(tx);
      } catch (error) {
        // A line that has gone silent would keep the rollback waiting as long again, and the next user after it.
        if (isConnectionLost(error)) giveBack(true);
        throw error;
      }
    }, config);
    for (const callback of callbacks) callback();
    return result;
  } catch (error) {
    giveBack(isConnectionLost(error));
    throw error;
  } finally {
    giveBack(false);
  }
}

/** Registers what this process forgets or announces once the transaction is durable. Nothing important may hang on it. */
export function afterCommit(tx: Transaction, callback: () => void): void {
  const callbacks = afterCommits.get(tx);
  if (!callbacks) throw new Error("afterCommit outside inTransaction");
  callbacks.push(callback);
}
