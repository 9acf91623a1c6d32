import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PgTransactionConfig } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Log } from "../log/index.ts";
import { isConnectionLost, isRetryableTransactionError } from "./errors.ts";
import { TIME_LIMITS, withoutNames } from "./pooler.ts";

// Without this, counts and ids are returned as text. None of them exceeds 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Database = NodePgDatabase<Record<string, never>> & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** The part of a database or transaction that repositories use. */
export type Queries = Database | Transaction;

/** Returns a query that is prepared on its first use: once for a database, and once for all transactions of a connection. */
export function lazyPrepared<Query>(prepare: (db: Queries) => Query): (db: Queries) => Query {
  const known = new WeakMap<object, Query>();
  return (db) => {
    const { session } = db._;
    const before = known.get(session);
    if (before) return before;
    const query = prepare(db);
    known.set(session, query);
    return query;
  };
}

/** Returns the first row of a result, or undefined if it is empty. */
export const first = <Row>([row]: readonly Row[]): Row | undefined => row;

/** Returns the first row of a result, and throws if it is empty. */
export const firstOrThrow =
  (message: string) =>
  <Row>([row]: readonly Row[]): Row => {
    if (row === undefined) throw new Error(message);
    return row;
  };

const transactional = new WeakMap<pg.PoolClient, NodePgDatabase<Record<string, never>>>();

/** Returns the Drizzle database of a connection, the same each time, so that its queries stay prepared. */
function onConnection(client: pg.PoolClient): NodePgDatabase<Record<string, never>> {
  const db = transactional.get(client) ?? drizzle({ client });
  transactional.set(client, db);
  return db;
}

const afterCommits = new WeakMap<object, (() => void)[]>();

/** Opens a pool of connections. Broken ones are replaced, and every wait has a timeout. With `isPooled` the URL leads to a pooler such as PgBouncer, which may give each transaction another connection. */
export function openDatabase(options: {
  url: string;
  log: Log;
  maxConnections?: number;
  isPooled?: boolean;
}): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 16,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    query_timeout: 8_000,
    application_name: "tessera",
    ...(options.isPooled ? {} : TIME_LIMITS),
  });
  // Without a listener, an idle connection that breaks would end the process.
  pool.on("error", (error) => {
    // `end` does not wait until each connection is closed.
    if (!pool.ending) options.log.warn({ err: error }, "database connection lost");
  });
  // The pool does not listen to a connection in use, which may break between two statements. The next statement then fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  if (options.isPooled) pool.on("connect", withoutNames);
  return drizzle({ client: pool });
}

/** The attempts at a transaction that ends in a deadlock or serialization failure. */
const MAX_ATTEMPTS = 4;

const beforeCommit = new AsyncLocalStorage<(tx: Transaction) => Promise<void>>();

/** Runs work whose transactions each call `check` last. An error of `check` rolls the transaction back. */
export const withCommitCheck = <T>(check: (tx: Transaction) => Promise<void>, work: () => Promise<T>) =>
  beforeCommit.run(check, work);

/** Repeats work that is one transaction while it ends in a deadlock or serialization failure, up to four times in all. */
export async function retryCollisions<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRetryableTransactionError(error)) throw error;
    }
  }
}

/** Runs a use case as one transaction, and the callbacks of `afterCommit` once it is committed. It is retried after a deadlock, so `work` must have no effects outside the database. */
export const inTransaction = <T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> => retryCollisions(() => runOnce(db, work, config));

/** Reads from one snapshot, so that all results are of the same moment. */
export const inSnapshot = <T>(db: Database, read: (tx: Transaction) => Promise<T>): Promise<T> =>
  inTransaction(db, read, { isolationLevel: "repeatable read", accessMode: "read only" });

async function runOnce<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  config: PgTransactionConfig | undefined,
): Promise<T> {
  let callbacks: (() => void)[] = [];
  // The connection is acquired and released here, because drizzle would not release one that breaks at `begin`.
  const client = await db.$client.connect();
  let released = false;
  const releaseClient = (broken: boolean) => {
    if (!released) client.release(broken);
    released = true;
  };
  try {
    const result = await onConnection(client).transaction(async (tx) => {
      callbacks = [];
      afterCommits.set(tx, callbacks);
      try {
        const done = await work(tx);
        if (config?.accessMode !== "read only") await beforeCommit.getStore()?.(tx);
        return done;
      } catch (error) {
        // On an unresponsive connection the rollback would time out as well, and so would the next use of it.
        if (isConnectionLost(error)) releaseClient(true);
        throw error;
      }
    }, config);
    for (const callback of callbacks) callback();
    return result;
  } catch (error) {
    releaseClient(isConnectionLost(error));
    throw error;
  } finally {
    releaseClient(false);
  }
}

/** Registers a callback that runs once the transaction is committed. It is lost when the process exits, so use it only for cache invalidation and notifications. */
export function afterCommit(tx: Transaction, callback: () => void): void {
  const callbacks = afterCommits.get(tx);
  if (!callbacks) throw new Error("afterCommit outside inTransaction");
  callbacks.push(callback);
}

/** Blocks other transactions that lock the same name until this one ends. */
export async function lockName(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
