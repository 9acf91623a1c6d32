import type pg from "pg";
import type { Config } from "../../server/config/config.ts";
import { acquireBackupLock } from "../../server/platform/database/backup-lock.ts";
import { BackupError } from "./backup-error.ts";
import { exists, listEventPeriods, listSequences, listVisitTables } from "./catalog.ts";
import { fullName, type Header, type Table } from "./format.ts";
import { openSession } from "./session.ts";
import { inSnapshot } from "./tables-out.ts";

/** A snapshot of the database of visits, and its tables. */
export type Visits = { client: pg.Client; tables: Table[] };

/** Calls `work` with a snapshot of the database of visits; without one where they are in the main database. Throws while they are moved. */
export async function withVisits<T>(
  { config, signal }: { config: Config; signal: AbortSignal },
  main: pg.Client,
  work: (visits: Visits | undefined) => Promise<T>,
): Promise<T> {
  const url = await findUrl(main, config);
  if (url === undefined) return work(undefined);
  return openSession({ url, name: "tessera backup", signal }, async (client) => {
    await acquireBackupLock(client);
    const tables = await listVisitTables(client);
    return inSnapshot(client, () => work({ client, tables }));
  });
}

async function findUrl(main: pg.Client, { eventsDatabaseUrl }: Config): Promise<string | undefined> {
  if (!(await exists(main, "public.event_location"))) return undefined;
  const { rows } = await main.query<{ location: string; is_moving: boolean }>(
    "select location, is_moving from event_location",
  );
  const [row] = rows;
  if (row?.is_moving) {
    throw new BackupError("A move of visits is not finished. Finish it first: npm run events -- move");
  }
  if (row?.location !== "own") return undefined;
  if (eventsDatabaseUrl) return eventsDatabaseUrl;
  throw new BackupError("Visits are in a database of their own. Name it in EVENTS_DATABASE_URL.");
}

/** Describes a backup whose tables of visits come from their own database. */
export async function withTablesOf(header: Header, { client, tables }: Visits): Promise<Header> {
  const names = new Set(tables.map(fullName));
  const sequences = await listSequences(client);
  const own = new Set(sequences.map(fullName));
  return {
    ...header,
    tables: [...header.tables.filter((table) => !names.has(fullName(table))), ...tables],
    sequences: [...header.sequences.filter((sequence) => !own.has(fullName(sequence))), ...sequences],
    ...(await listEventPeriods(client)),
  };
}
