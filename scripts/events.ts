import { ConfigError, readConfig } from "../server/config/config.ts";
import { loadEnvFile } from "../server/config/env-file.ts";
import { onShutdownSignal } from "../server/platform/signals.ts";
import { BackupError } from "./backup/backup-error.ts";
import { explain } from "./backup/command.ts";
import { moveEvents, nameOf } from "./events/move.ts";
import type { Place } from "./events/switch.ts";
import { withDatabase } from "./installation.ts";

const USAGE = `How to use it, while Tessera runs with EVENTS_DATABASE_URL on all nodes:
  npm run events -- move         moves visits and their counts to the database of EVENTS_DATABASE_URL
  npm run events -- move main    moves them back to the main database; EVENTS_DATABASE_URL can be removed after that

Visits are stored meanwhile. It can be stopped at any moment, and goes on when it is run again.`;

const stopping = new AbortController();

async function run([command, place = "own", ...more]: readonly string[]): Promise<string> {
  if (command !== "move" || (place !== "own" && place !== "main") || more.length > 0)
    throw new BackupError(USAGE);
  const to: Place = place;
  loadEnvFile();
  const config = readConfig(process.env);
  const { eventsDatabaseUrl: ownUrl } = config;
  if (!ownUrl)
    throw new ConfigError(["EVENTS_DATABASE_URL is not set: name an empty database of PostgreSQL"]);
  const moved = await withDatabase(config, (mainUrl) =>
    moveEvents({ mainUrl, ownUrl, to, signal: stopping.signal, say: console.log }).then((count) => ({
      count,
    })),
  );
  if (!moved) throw new BackupError(`There is no installation in ${config.dataDir}.`);
  return moved.count === null
    ? `Visits are in ${nameOf(to)}.`
    : `Moved ${moved.count} events and their counts to ${nameOf(to)}.`;
}

onShutdownSignal(["SIGINT", "SIGTERM", "SIGHUP"], {
  first: () => stopping.abort(),
  again: () => process.exit(130),
});

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  const isStopped = stopping.signal.aborted && !(error instanceof BackupError);
  console.error(isStopped ? "Stopped. Run it again to go on." : explain(error));
  process.exitCode = isStopped ? 130 : 1;
}
