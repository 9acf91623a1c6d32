import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { assignEvents } from "../platform/database/event-location.ts";
import { followEvents } from "../platform/database/event-store.ts";
import { type Database, openDatabase } from "../platform/database/index.ts";
import type { Log } from "../platform/log/index.ts";
import { administer, withDatabase } from "./database.ts";

let administration: pg.Pool | undefined;

/** Runs a statement on a connection that this worker keeps, for all databases that it creates and drops. */
async function administerDatabases(statement: string): Promise<void> {
  if (!administration) {
    administration = new pg.Pool({ connectionString: inject("adminUrl"), max: 1, idleTimeoutMillis: 0 });
    // The server stops first.
    administration.on("error", () => undefined);
  }
  await administration.query(statement);
}

/** Creates an empty database, copied from a migrated template. */
export async function createTestDatabase(
  template: "template" | "eventsTemplate" = "template",
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `tessera_${randomBytes(8).toString("hex")}`;
  // Copied file by file, which costs half as much as through the log.
  await administerDatabases(`create database ${name} template ${inject(template)} strategy file_copy`);
  const url = withDatabase(inject("adminUrl"), name);
  // The copy is another database of visits.
  if (template === "eventsTemplate")
    await administer(url, "update event_database set id = gen_random_uuid()");
  return {
    url,
    drop: () => administerDatabases(`drop database if exists ${name} with (force)`),
  };
}

/** Where visits are for the sites of a file of tests; one that runs the tests of others with the second layout changes it. */
export const layout: { events?: "separate" } = {};
/** The database of visits of each main database, for its other nodes. */
const eventsOf = new Map<string, string>();

/** Opens a database of visits when a test asks for one, and lets the empty main database say that they are in it. */
export async function openSeparateEvents({
  main,
  databaseUrl,
  events = layout.events,
  log,
}: {
  main: Database;
  databaseUrl: string;
  events?: "separate" | { url: string } | undefined;
  log: Log;
}) {
  const known = typeof events === "object" ? events.url : eventsOf.get(databaseUrl);
  if (!known && !events) return undefined;
  const created = known === undefined ? await createTestDatabase("eventsTemplate") : undefined;
  const url = known ?? created?.url ?? "";
  eventsOf.set(databaseUrl, url);
  const own = openDatabase({ url, log, maxConnections: 8 });
  await assignEvents({ main, own });
  return { url, events: await followEvents({ main, own, log }), drop: async () => created?.drop() };
}
