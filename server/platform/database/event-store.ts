import { sql } from "drizzle-orm";
import { httpErrors } from "../http/app-error.ts";
import type { Log } from "../log/index.ts";
import { withTimeout } from "../timeout.ts";
import { wereMoved } from "./errors.ts";
import { areEventsInMain, findEventLocation } from "./event-location.ts";
import { type Database, inTransaction, type Transaction } from "./index.ts";
import type { ReadReplica } from "./read-replica.ts";

/** The database of visits, and that of everything else: the same one unless visits have a database of their own (decision 81). */
export type EventStore = {
  db: Database;
  main: Database;
  /** Not all of what was stored can be read here: the rest of a move is being copied, or this process lacks the setting of the others. */
  isIncomplete: boolean;
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
 * Throws 503 while not all of it can be read.
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
  if (store.isIncomplete) throw httpErrors.unavailable();
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

/** Repeats a look at where visits are every second; while the main database is unavailable nothing is stored anyway. */
function lookAgain(look: () => Promise<void>): { stop(): void } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    timer = setTimeout(async () => {
      await look().catch(() => undefined);
      if (!stopped) next();
    }, POLL_MS).unref();
  };
  next();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Visits in the database of everything else. A process that lacks the setting of the others looks where they are from the first one that is rejected. */
export function eventsInMain(main: Database): EventStores {
  let store: EventStore = { db: main, main, isIncomplete: false };
  let looking: { stop(): void } | undefined;
  const look = async () => {
    store = { ...store, isIncomplete: !areEventsInMain(await findEventLocation(main)) };
  };
  return {
    latest: () => store,
    async write(work) {
      try {
        return await work(store);
      } catch (error) {
        if (wereMoved(error) && !looking) {
          looking = lookAgain(look);
          await look();
        }
        throw error;
      }
    },
    own: undefined,
    stop: async () => looking?.stop(),
  };
}

type Followed = { main: Database; own: Database; log: Log };

/** Visits in the database of which the main one says that they are in it; read every second, so that a move needs no restart. */
export async function followEvents({ main, own, log }: Followed): Promise<EventStores> {
  const places = { main, own };
  const read = async (): Promise<EventStore> => {
    const { location, isMoving } = (await findEventLocation(main)) ?? { location: "main", isMoving: false };
    return { db: places[location], main, isIncomplete: isMoving };
  };
  let store = await read();
  const refresh = async () => {
    const found = await read();
    if (found.db !== store.db) log.info({ separate: isSeparate(found) }, "visits have moved");
    store = found;
  };
  const looking = lookAgain(refresh);
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
      looking.stop();
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
