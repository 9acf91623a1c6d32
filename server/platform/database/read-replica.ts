import { setTimeout as delay } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Log } from "../log/index.ts";
import { withTimeout } from "../timeout.ts";
import { type ConnectionSettings, shareConnections } from "./connection-limit.ts";
import { type Database, openDatabase } from "./index.ts";

/** How far the replica may be behind for pages; changes of a page itself are waited for in any case. */
const MAX_AGE_MS = 5_000;
const CHECK_MS = 1_000;
/** How long a report waits until the replica has all that was committed before it. */
const WAIT_MS = 250;
const PAUSE_MS = 20;
/** A replica that does not answer is not waited for much longer: the primary answers meanwhile. */
export const ANSWER_MS = 2_000;
/** Positions of the primary that the replica has not reached are kept for an hour. */
const MAX_POSITIONS = 3_600;

export type ReadReplica = {
  /** Returns the replica and until when (of `performance.now()`) it has every committed change; undefined if that is too long ago, or it is not reachable. */
  recent(): Recent | undefined;
  /** Returns the replica if it soon has everything that is committed now, else the primary. */
  latest(): Promise<Database>;
  /** Reads from `latest`, and after any error from the primary. */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Counts a read that `recent` was asked for. */
  count(from: ReadSource): void;
  /** How many seconds the replica is behind; undefined without one. */
  age(): number | undefined;
  reads(): Record<ReadSource, number>;
  stop(): Promise<void>;
};
export type Recent = { db: Database; completeUntil: number };
export type ReadSource = "replica" | "primary";

/** How two servers are compared: whether they are copies of each other, and where in the write-ahead log they are. */
type Position = { system: string; standby: boolean; position: number };

// A commit without a flush is seen before it is in what was flushed.
const READ_PRIMARY = sql`select pg_wal_lsn_diff(
    case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end, '0/0'
  )::bigint as position, (select system_identifier::text from pg_control_system()) as system, false as standby`;
const READ_REPLICA = sql`select coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::bigint as position,
  (select system_identifier::text from pg_control_system()) as system, pg_is_in_recovery() as standby`;

async function readPosition(db: Database, query: SQL): Promise<Position> {
  const { rows } = await db.execute<Position>(query);
  const [position] = rows;
  if (!position) throw new Error("the server does not say where it is");
  return position;
}

/** Throws unless a server is a streaming replica of the primary. */
function assertReplica(primary: Position, replica: Position): Position {
  if (!replica.standby) throw new Error("the server of DATABASE_READ_URL is no replica: it accepts writes");
  if (primary.system === replica.system) return replica;
  throw new Error("the server of DATABASE_READ_URL is a replica of another server than that of DATABASE_URL");
}

const DESCRIBE =
  "select pg_postmaster_start_time()::text || coalesce(host(inet_server_addr()), '') as server";

type ReplicaSettings = ConnectionSettings & { databaseReadUrl: string | undefined };

/** Returns after how many seconds the replica had what the primary had, above five is too late; undefined without one. Throws when it is no replica, or when its URL leads to several servers. */
export async function measureReplica(
  { databaseReadUrl: url, isDatabasePooled: isPooled }: ReplicaSettings,
  { primary, log }: Parts,
): Promise<number | undefined> {
  if (url === undefined) return undefined;
  const replica = openDatabase({ url, log, maxConnections: 4, isPooled });
  try {
    const servers = await Promise.all(
      Array.from({ length: 4 }, () => replica.$client.query<{ server: string }>(DESCRIBE)),
    );
    if (new Set(servers.map(({ rows }) => rows[0]?.server)).size > 1)
      throw new Error("DATABASE_READ_URL leads to several servers");
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;
    const wanted = await readPosition(primary, READ_PRIMARY);
    while (seconds() < MAX_AGE_MS / 1000) {
      const reached = assertReplica(wanted, await readPosition(replica, READ_REPLICA));
      if (reached.position >= wanted.position) break;
      await delay(PAUSE_MS);
    }
    return seconds();
  } finally {
    await replica.$client.end();
  }
}

/** What reads where there is no replica. */
export const noReplica = (db: Database): ReadReplica => ({
  recent: () => undefined,
  latest: async () => db,
  read: (work) => work(db),
  count: () => undefined,
  age: () => undefined,
  reads: () => ({ replica: 0, primary: 0 }),
  stop: async () => undefined,
});

type Parts = { primary: Database; log: Log };

/** Opens the streaming replica for reads, and looks once a second how far it is. */
export function openReadReplica(
  { databaseReadUrl: url, isDatabasePooled: isPooled, ...settings }: ReplicaSettings,
  { primary, log }: Parts,
): ReadReplica {
  if (url === undefined) return noReplica(primary);
  const { requests: maxConnections } = shareConnections({ ...settings, isDatabasePooled: isPooled });
  const replica = openDatabase({ url, log, maxConnections, isPooled });
  const progress = watchProgress({ primary, replica, log });
  const counts = { replica: 0, primary: 0 };

  const latest = async () => {
    const from = performance.now();
    // One that is far behind is not waited for.
    while (progress.isRecent()) {
      await withTimeout(progress.compareNow(), WAIT_MS, () => undefined);
      if (progress.completeUntil() >= from) return replica;
      if (performance.now() - from > WAIT_MS) break;
      await delay(PAUSE_MS);
    }
    return primary;
  };
  const counted = (db: Database) => {
    counts[db === replica ? "replica" : "primary"] += 1;
    return db;
  };

  return {
    recent: () =>
      progress.isRecent() ? { db: replica, completeUntil: progress.completeUntil() } : undefined,
    latest: async () => counted(await latest()),
    async read(work) {
      const db = await latest();
      if (db === primary) return work(counted(primary));
      const late = (): never => {
        throw new Error("the replica does not answer");
      };
      try {
        const result = await withTimeout(work(db), ANSWER_MS, late);
        counted(db);
        return result;
      } catch (error) {
        // A lost connection, a statement that would hold up the replication, or what the primary says as well.
        log.debug({ err: error }, "reading from the replica failed; reading from the primary");
        return work(counted(primary));
      }
    },
    count: (from) => {
      counts[from] += 1;
    },
    age: progress.age,
    reads: () => ({ ...counts }),
    async stop() {
      await progress.stop();
      await replica.$client.end();
    },
  };
}

/**
 * Watches how far a replica is: the primary is asked for its position in the write-ahead log, and then the replica for its own. What was committed before
 * the first question is in the replica once it has reached the answer. Clocks play no part.
 */
function watchProgress({ primary, replica, log }: { primary: Database; replica: Database; log: Log }) {
  /** Of the primary, oldest first, with the time of the question. */
  let positions: { at: number; position: number }[] = [];
  const openedAt = performance.now();
  let completeUntil = Number.NEGATIVE_INFINITY;
  let problem: string | undefined = "not compared yet";
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const report = (error: unknown) => {
    const before = problem;
    problem = error === undefined ? undefined : error instanceof Error ? error.message : String(error);
    if (problem === before) return;
    if (problem === undefined) log.info("the read replica is in use");
    else log.warn({ err: error }, "the read replica cannot be used; the primary answers");
  };

  const compare = async () => {
    const at = performance.now();
    // While the primary is away, nobody knows what the replica lacks, and its data becomes too old.
    const wanted = await readPosition(primary, READ_PRIMARY).catch(() => undefined);
    if (!wanted) return;
    positions.push({ at, position: wanted.position });
    try {
      const { position } = assertReplica(wanted, await readPosition(replica, READ_REPLICA));
      const seen = positions.findLast((known) => known.position <= position);
      if (seen) completeUntil = Math.max(completeUntil, seen.at);
      report(undefined);
    } catch (error) {
      report(error);
    }
    positions = positions.filter((known) => known.at > completeUntil).slice(-MAX_POSITIONS);
  };

  /** Calls at the same time share a comparison that begins after them. */
  const compareNow = (): Promise<void> => {
    if (!running) {
      running = compare().finally(() => {
        running = undefined;
      });
      return running;
    }
    next ??= running.then(() => {
      next = undefined;
      return compareNow();
    });
    return next;
  };

  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const check = async () => {
    await compareNow();
    if (!stopped) timer = setTimeout(check, CHECK_MS).unref();
  };
  void check();

  return {
    compareNow,
    completeUntil: () => completeUntil,
    isRecent: () => problem === undefined && performance.now() - completeUntil < MAX_AGE_MS,
    age: () => (performance.now() - Math.max(completeUntil, openedAt)) / 1000,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
