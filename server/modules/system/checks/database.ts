import { findNewerPatch, latestReleases, parseVersion } from "../../../platform/database/bundled/binaries.ts";
import {
  type ConnectionSettings,
  findConnectionShortage,
  shareConnections,
} from "../../../platform/database/connection-limit.ts";
import type { Database } from "../../../platform/database/index.ts";
import { assertServerVersion } from "../../../platform/database/migrate.ts";
import { CONNECT_QUERY, hasTimeLimits } from "../../../platform/database/pooler.ts";
import { type Check, type Found, fault, ok, warning } from "../check.ts";

const SLOW_MS = 20;

/** Reads the version and settings, and measures the round trip. */
export const databaseCheck: Check = {
  name: "Database",
  advice: "Check that PostgreSQL runs, and DATABASE_URL: host, port, user, password and name.",
  needsDatabase: true,
  async run({ db, settings, isDirect }) {
    // Report an unexpected pooler first, because it makes statements fail in unusual ways.
    if (isDirect && !(await isDirect())) return [foundPooler(settings)];
    const {
      rows: [server],
    } = await db.$client.query<Server>(READ_SERVER);
    if (!server) throw new Error("the server does not describe itself");
    const milliseconds = await measureRoundTrip(db);
    const seen = `PostgreSQL ${server.version}, ${milliseconds.toFixed(1)} ms per round trip`;
    const shortage = await findConnectionShortage(db, settings);
    const pooler = settings.isDatabasePooled ? [assessPooler(await hasTimeLimits(db.$client))] : [];
    return [
      assessServer(server, { seen, milliseconds }),
      assessSettings(server, { shortage, settings }),
      ...pooler,
    ];
  },
};

type Server = {
  version: string;
  encoding: string;
  standby: boolean;
  read_only: string;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  max_connections: number;
  connections: number;
};

const READ_SERVER = `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
  pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') as read_only, current_setting('fsync') as fsync,
  current_setting('full_page_writes') as full_page_writes, current_setting('synchronous_commit') as synchronous_commit,
  current_setting('max_connections')::int as max_connections, (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections`;

/** Returns the median of five round trips. */
async function measureRoundTrip(db: Database): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const startedAt = performance.now();
    await db.$client.query("select 1");
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[2] ?? 0;
}

function assessServer(
  { version, encoding, standby, read_only }: Server,
  { seen, milliseconds }: { seen: string; milliseconds: number },
): Found {
  try {
    assertServerVersion(version);
  } catch (error) {
    const advice =
      "Upgrade PostgreSQL; `npm run backup` and `npm run restore` move the data to a new server.";
    return fault({ seen: error instanceof Error ? error.message : seen, advice });
  }
  if (encoding !== "UTF8") {
    const advice =
      "Create a database with the encoding UTF8, and move the data with `npm run backup` and `npm run restore`.";
    return fault({ seen: `${seen}; the encoding is ${encoding}`, advice });
  }
  if (standby || read_only === "on") {
    const advice = "Name the primary server in DATABASE_URL.";
    return fault({ seen: `${seen}; it accepts no writes`, advice });
  }
  const parsed = parseVersion(`(PostgreSQL) ${version}`);
  const newer = parsed && findNewerPatch(parsed);
  if (newer) {
    const advice = `Install PostgreSQL ${newer} (docs/storage.md says how), then restart Tessera. The operator of an external server upgrades it.`;
    const released = `${newer}, released by ${latestReleases.date}, has security fixes`;
    return warning({ seen: `${seen}; ${released}`, advice });
  }
  if (milliseconds <= SLOW_MS) return ok({ seen });
  const advice =
    "Each page takes several round trips: run PostgreSQL near Tessera, and look at the load of both machines.";
  return warning({ seen, advice });
}

function assessSettings(
  server: Server,
  { shortage, settings }: { shortage: string | undefined; settings: ConnectionSettings },
): Found {
  const { direct } = shareConnections(settings);
  const name = "Database settings";
  const unsafe = (["fsync", "full_page_writes", "synchronous_commit"] as const).filter(
    (setting) => server[setting] === "off",
  );
  if (unsafe.length > 0) {
    const advice = `Switch ${unsafe.join(" and ")} on: after a power cut, paid orders would be missing or the database broken.`;
    return fault({ name, seen: unsafe.map((setting) => `${setting} is off`).join(", "), advice });
  }
  const { connections, max_connections: max } = server;
  const seen = shortage ?? `${connections} of ${max} connections are in use`;
  if (shortage === undefined && max - connections >= direct) return ok({ name, seen });
  const advice = `Each process of Tessera uses up to ${direct} connections: raise max_connections, and the limits of role and database, or set DATABASE_CONNECTIONS to fewer.`;
  return warning({ name, seen, advice });
}

function foundPooler({ isDatabasePooled }: ConnectionSettings): Found {
  const seen = `a connection pooler such as PgBouncer responds at ${isDatabasePooled ? "DATABASE_DIRECT_URL" : "DATABASE_URL"}, where LISTEN and locks of sessions do not work`;
  const advice = isDatabasePooled
    ? "Name the server itself in DATABASE_DIRECT_URL; the pooler belongs in DATABASE_URL."
    : "Name the server itself in DATABASE_DIRECT_URL, and leave the pooler in DATABASE_URL.";
  return fault({ seen, advice });
}

function assessPooler(hasLimits: boolean): Found {
  const name = "Database pooler";
  if (hasLimits) return ok({ name, seen: "its connections have time limits" });
  const seen = "its connections have no time limits, so that a slow statement holds one for ever";
  const advice = `Set connect_query in the line of this database of PgBouncer: connect_query='${CONNECT_QUERY}'`;
  return fault({ name, seen, advice });
}
