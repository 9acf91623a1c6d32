import { defineMessages, type Message } from "../../../../contract/texts.ts";
import { findNewerPatch, latestReleases, parseVersion } from "../../../platform/database/bundled/binaries.ts";
import {
  type ConnectionSettings,
  findConnectionShortage,
  shareConnections,
} from "../../../platform/database/connection-limit.ts";
import type { Database } from "../../../platform/database/index.ts";
import { isSupported, OLDEST_POSTGRES } from "../../../platform/database/migrate.ts";
import { CONNECT_QUERY, hasTimeLimits } from "../../../platform/database/pooler.ts";
import { type Check, type Found, fault, ok, warning } from "../check.ts";

const messages = defineMessages("check_database", {
  name: "Database",
  advice: "Check that PostgreSQL runs, and DATABASE_URL: host, port, user, password and name.",
  server: "PostgreSQL {version}, {milliseconds, number} ms per round trip",
  tooOld: "Tessera needs PostgreSQL {oldest} or newer; this server is {version}.",
  tooOldAdvice: "Upgrade PostgreSQL; `npm run backup` and `npm run restore` move the data to a new server.",
  encoding: "the encoding is {encoding}",
  encodingAdvice:
    "Create a database with the encoding UTF8, and move the data with `npm run backup` and `npm run restore`.",
  readOnly: "it accepts no writes",
  readOnlyAdvice: "Name the primary server in DATABASE_URL.",
  newer: "{version}, released by {date}, has security fixes",
  newerAdvice:
    "Install PostgreSQL {version} (docs/storage.md says how), then restart Tessera. The operator of an external server upgrades it.",
  slowAdvice:
    "Each page takes several round trips: run PostgreSQL near Tessera, and look at the load of both machines.",
  settingsName: "Database settings",
  settingOff: "{setting} is off",
  settingsAdvice:
    "Switch {settings} on: after a power cut, paid orders would be missing or the database broken.",
  connections: "{connections} of {max} connections are in use",
  connectionsAdvice:
    "Each process of Tessera uses up to {direct} connections: raise max_connections, and the limits of role and database, or set DATABASE_CONNECTIONS to fewer.",
  poolerFound:
    "a connection pooler such as PgBouncer responds at {setting}, where LISTEN and locks of sessions do not work",
  poolerAtDirectAdvice: "Name the server itself in DATABASE_DIRECT_URL; the pooler belongs in DATABASE_URL.",
  poolerAtOnlyAdvice: "Name the server itself in DATABASE_DIRECT_URL, and leave the pooler in DATABASE_URL.",
  poolerName: "Database pooler",
  poolerLimits: "its connections have time limits",
  poolerNoLimits: "its connections have no time limits, so that a slow statement holds one for ever",
  poolerAdvice: "Set connect_query in the line of this database of PgBouncer: connect_query={query}",
});

const SLOW_MS = 20;

/** Reads the version and settings, and measures the round trip. */
export const databaseCheck: Check = {
  id: "database",
  name: messages.name,
  advice: messages.advice,
  needsDatabase: true,
  async run({ db, settings, isDirect }) {
    // Report an unexpected pooler first, because it makes statements fail in unusual ways.
    if (isDirect && !(await isDirect())) return [foundPooler(settings)];
    const {
      rows: [server],
    } = await db.$client.query<Server>(READ_SERVER);
    if (!server) throw new Error("the server does not describe itself");
    const milliseconds = await measureRoundTrip(db);
    const shortage = await findConnectionShortage(db, settings);
    const pooler = settings.isDatabasePooled ? [assessPooler(await hasTimeLimits(db.$client))] : [];
    return [assessServer(server, milliseconds), assessSettings(server, { shortage, settings }), ...pooler];
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

function assessServer({ version, encoding, standby, read_only }: Server, milliseconds: number): Found {
  const seen = messages.server({ version, milliseconds: Math.round(milliseconds * 10) / 10 });
  if (!isSupported(version)) {
    const tooOld = messages.tooOld({ oldest: OLDEST_POSTGRES, version });
    return fault({ seen: tooOld, advice: messages.tooOldAdvice });
  }
  if (encoding !== "UTF8")
    return fault({ seen: [seen, messages.encoding({ encoding })], advice: messages.encodingAdvice });
  if (standby || read_only === "on")
    return fault({ seen: [seen, messages.readOnly], advice: messages.readOnlyAdvice });
  const parsed = parseVersion(`(PostgreSQL) ${version}`);
  const newer = parsed && findNewerPatch(parsed);
  if (newer) {
    const released = messages.newer({ version: newer, date: latestReleases.date });
    return warning({ seen: [seen, released], advice: messages.newerAdvice({ version: newer }) });
  }
  return milliseconds <= SLOW_MS ? ok({ seen }) : warning({ seen, advice: messages.slowAdvice });
}

function assessSettings(
  server: Server,
  { shortage, settings }: { shortage: Message | undefined; settings: ConnectionSettings },
): Found {
  const { direct } = shareConnections(settings);
  const about = { id: "database_settings", name: messages.settingsName } as const;
  const unsafe = (["fsync", "full_page_writes", "synchronous_commit"] as const).filter(
    (setting) => server[setting] === "off",
  );
  if (unsafe.length > 0) {
    const seen = unsafe.map((setting) => messages.settingOff({ setting }));
    return fault({ ...about, seen, advice: messages.settingsAdvice({ settings: unsafe.join(", ") }) });
  }
  const { connections, max_connections: max } = server;
  const seen = shortage ?? messages.connections({ connections, max });
  if (shortage === undefined && max - connections >= direct) return ok({ ...about, seen });
  return warning({ ...about, seen, advice: messages.connectionsAdvice({ direct }) });
}

function foundPooler({ isDatabasePooled }: ConnectionSettings): Found {
  return isDatabasePooled
    ? fault({
        seen: messages.poolerFound({ setting: "DATABASE_DIRECT_URL" }),
        advice: messages.poolerAtDirectAdvice,
      })
    : fault({ seen: messages.poolerFound({ setting: "DATABASE_URL" }), advice: messages.poolerAtOnlyAdvice });
}

function assessPooler(hasLimits: boolean): Found {
  const about = { id: "database_pooler", name: messages.poolerName } as const;
  if (hasLimits) return ok({ ...about, seen: messages.poolerLimits });
  const advice = messages.poolerAdvice({ query: `'${CONNECT_QUERY}'` });
  return fault({ ...about, seen: messages.poolerNoLimits, advice });
}
