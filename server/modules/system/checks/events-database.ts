import { fileURLToPath } from "node:url";
import {
  areEventsInMain,
  type EventLocation,
  findEventLocation,
} from "../../../platform/database/event-location.ts";
import type { Database } from "../../../platform/database/index.ts";
import { assertServerVersion } from "../../../platform/database/migrate.ts";
import { findNewer, listApplied, readMigrations } from "../../../platform/database/migrations.ts";
import { type Check, type Found, fault, ok, warning } from "../check.ts";

const FOLDER = fileURLToPath(new URL("../../../migrations/events/", import.meta.url));
/** As of two machines: days begin by the clock of each database. */
const CLOCK_SECONDS = 2;

const READ_SERVER = `select current_setting('server_version') as version, pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as reads,
  extract(epoch from clock_timestamp())::float8 as seconds`;
type Server = { version: string; reads: boolean; seconds: number };

/** Looks at the database of EVENTS_DATABASE_URL, and at where visits are. */
export const eventsDatabaseCheck: Check = {
  name: "Database of visits",
  advice:
    "Check that PostgreSQL runs, and EVENTS_DATABASE_URL: host, port, user, password and name. Pages, checkout and sales go on meanwhile; visits are rejected.",
  needsDatabase: true,
  async run({ db, ownEvents }) {
    const known = await findEventLocation(db);
    if (!ownEvents) return areEventsInMain(known) ? [] : [unnamed()];
    const server = await readServer(ownEvents);
    const main = await readServer(db);
    return [await assess(ownEvents, { server, known, apart: Math.abs(server.seconds - main.seconds) })];
  },
};

const unnamed = () =>
  fault({
    seen: "visits are in a database of their own, which is not named",
    advice: "Set EVENTS_DATABASE_URL.",
  });

async function readServer(db: Database): Promise<Server> {
  const {
    rows: [server],
  } = await db.$client.query<Server>(READ_SERVER);
  if (!server) throw new Error("the server does not describe itself");
  return server;
}

async function assess(
  own: Database,
  { server, known, apart }: { server: Server; known: EventLocation | undefined; apart: number },
): Promise<Found> {
  const about = { seen: `PostgreSQL ${server.version}` };
  assertServerVersion(server.version);
  if (server.reads) {
    const advice = "Name the primary server in EVENTS_DATABASE_URL.";
    return fault({ ...about, seen: `${about.seen}; it accepts no writes`, advice });
  }
  const migrations = await readMigrations(FOLDER);
  const applied = await listApplied(own.$client);
  if (findNewer(migrations, applied).incompatible || applied.length < migrations.length) {
    const advice = "Start this release once: it updates the database at its start, or logs why it cannot.";
    return fault({ ...about, seen: `${about.seen}; it is of another release`, advice });
  }
  if (known?.isMoving) {
    const advice = "Run the move again until it has ended: npm run events -- move";
    return fault({
      ...about,
      seen: "a move of visits is not finished, so that statistics cannot be read",
      advice,
    });
  }
  if (known?.location !== "own") {
    const advice = "Move them, while Tessera runs: npm run events -- move";
    return warning({ ...about, seen: `${about.seen}; visits are still in the main database`, advice });
  }
  if (apart >= CLOCK_SECONDS) {
    const seen = `${about.seen}; its clock and that of the main database differ by ${apart.toFixed(1)} s`;
    return warning({ ...about, seen, advice: "Let NTP set the clocks of all machines." });
  }
  return ok({ ...about, seen: `${about.seen}; visits are in it` });
}
