import { sql } from "drizzle-orm";
import { httpErrors } from "../http/app-error.ts";
import type { Log } from "../log/index.ts";
import { withTimeout } from "../timeout.ts";
import { wereMoved } from "./errors.ts";
import { type Database, inTransaction, type Transaction } from "./index.ts";
import type { ReadReplica } from "./read-replica.ts";
import { eventLocation } from "./tables.ts";

/** The database of visits, and that of everything else: the same one unless visits have a database of their own (decision 81). */
export type EventStore = {
  db: Database;
  main: Database;
  /** The rest of a move is being copied: what is stored is durable, and not all of it is here yet. */
  isMoving: boolean;
};

/** Where visits are stored, now and after each move. */
export type EventStores = {
  /** Returns where they are stored; at most a few seconds old. */
  latest(): EventStore;
  /** Writes visits, again at the other place if they were moved meanwhile. */
  write<T>(work: (store: EventStore) => Promise<T>): Promise<T>;
  /** The database of EVENTS_DATABASE_URL, whether visits are in it or not. */
  own: Database | undefined;
  stop(): Promise<void>;
};

export const isSeparate = ({ db, main }: Pick<EventStore, "db" | "main">): boolean => db !== main;

/**
 * Reads what both databases have: from one snapshot where they are the same. Otherwise one after the other, so that no connection to one is held while the other is slow.
 * Throws 503 while the rest of a move is being copied.
 */
export async function readBoth<Known, Result>(
  store: EventStore,
  {
    readMain,
    readEvents,
  }: {
    readMain(tx: Transaction): Promise<Known>;
    readEvents(tx: Transaction, known: Known): Promise<Result>;
  },
): Promise<Result> {
  if (store.isMoving) throw httpErrors.unavailable();
  const snapshot = { isolationLevel: "repeatable read", accessMode: "read only" } as const;
  if (!isSeparate(store)) {
    return inTransaction(store.main, async (tx) => readEvents(tx, await readMain(tx)), snapshot);
  }
  const known = await inTransaction(store.main, readMain, snapshot);
  return inTransaction(store.db, (tx) => readEvents(tx, known), snapshot);
}

/** Reads where visits are; where they are in the main database, its replica may be read instead. */
export function readVisitsFrom<T>(
  { store, replica }: { store: EventStore; replica: Pick<ReadReplica, "read"> },
  read: (store: EventStore) => Promise<T>,
): Promise<T> {
  if (isSeparate(store)) return read(store);
  return replica.read((db) => read({ ...store, db, main: db }));
}

const POLL_MS = 1_000;

/** Visits in the database of everything else. */
export function eventsInMain(main: Database): EventStores {
  const store = { db: main, main, isMoving: false };
  return { latest: () => store, write: (work) => work(store), own: undefined, stop: async () => undefined };
}

/** Visits in the database of which the main one says that they are in it; read every second, so that a move needs no restart. */
export async function followEvents({
  main,
  own,
  log,
}: {
  main: Database;
  own: Database;
  log: Log;
}): Promise<EventStores> {
  const places = { main, own };
  const read = async () => {
    const [row] = await main
      .select({ location: eventLocation.location, isMoving: eventLocation.isMoving })
      .from(eventLocation);
    const { location, isMoving } = row ?? { location: "main" as const, isMoving: false };
    return { db: places[location], main, isMoving };
  };
  let store = await read();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const refresh = async () => {
    const found = await read();
    if (found.db !== store.db) log.info({ separate: isSeparate(found) }, "visits have moved");
    store = found;
  };
  const poll = () => {
    timer = setTimeout(async () => {
      // While the main database is unavailable nothing is stored anyway.
      await refresh().catch(() => undefined);
      if (!stopped) poll();
    }, POLL_MS).unref();
  };
  poll();
  return {
    latest: () => store,
    async write(work) {
      try {
        return await work(store);
      } catch (error) {
        if (!wereMoved(error)) throw error;
        await refresh();
        return work(store);
      }
    },
    own,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      if (!own.$client.ending) await own.$client.end();
    },
  };
}

const PING_MS = 1_000;

/** Returns whether the database of visits responds; undefined without one of their own. */
export async function pingEvents({ own }: Pick<EventStores, "own">): Promise<boolean | undefined> {
  const responded = own?.execute(sql`select 1 from schema_migrations limit 1`).then(
    () => true,
    () => false,
  );
  return responded && withTimeout(responded, PING_MS, () => false);
}
