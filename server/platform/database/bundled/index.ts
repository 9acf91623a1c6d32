import { mkdir, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Client } from "pg";
import { findBinaries } from "./binaries.ts";
import { ensureCluster } from "./cluster.ts";
import { connectionUrl, connectOrLaunch } from "./connection.ts";
import type { BundledOptions, Place } from "./options.ts";
import { findPostmaster } from "./postmaster.ts";
import { chooseRunAs } from "./run-as.ts";
import { makeSocketFolder } from "./socket-folder.ts";
import { takeSoleUse } from "./sole-use.ts";
import { supervise } from "./supervisor.ts";
import { findNewerPatch, latestReleases, parseVersion } from "./versions.ts";

/** Where the bundled PostgreSQL accepts connections, its version, and how to stop it. */
export type BundledDatabase = { url: string; version: string; stop(): Promise<void> };

/** Starts (or takes over) the PostgreSQL of this data folder, keeps it running, and claims it for this process alone. */
export async function startBundledDatabase(options: BundledOptions): Promise<BundledDatabase> {
  const place = await prepare(options);
  const client = await connectOrLaunch(place);
  try {
    await takeSoleUse(client, place.dataDir);
  } catch (error) {
    // The server stays: it serves the process that holds the folder.
    await client.end();
    throw error;
  }
  const supervisor = await supervise(place, client);
  try {
    await ensureDatabase(client);
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
  return {
    url: connectionUrl(place.socketDir, "tessera"),
    version: await readVersion(client, place),
    stop: supervisor.stop,
  };
}

async function prepare({ dataDir: wanted, postgresBin, log }: BundledOptions): Promise<Place> {
  await mkdir(wanted, { recursive: true });
  const dataDir = await realpath(resolve(wanted));
  const cluster = join(dataDir, "postgres");
  const { initdb, postgres, version } = await findBinaries({ cluster, postgresBin });
  const { runAs } = await chooseRunAs({ dataDir, cluster, postgres });
  await ensureCluster({ cluster, initdb, version: version.major, runAs, log });
  // A server that runs already may have been started with another temporary folder.
  const running = await findPostmaster(cluster);
  const socketDir = running?.socketDir ?? (await makeSocketFolder(dataDir, runAs.owner));
  return { dataDir, cluster, socketDir, postgres, runAs, log };
}

/** Of the server that runs: one that was taken over may be older than the programs on disk. */
async function readVersion(client: Client, { log }: Place): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  const text = rows[0]?.server_version.split(" ")[0] ?? "of an unknown version";
  const version = parseVersion(`(PostgreSQL) ${text}`);
  const newer = version && findNewerPatch(version);
  if (newer) {
    log.warn(
      { version: text, latest: newer },
      `PostgreSQL ${text} lacks security fixes: ${newer} was released by ${latestReleases.date}. Install PostgreSQL ${newer} on this machine and restart; Tessera then uses it`,
    );
  }
  return text;
}

async function ensureDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = 'tessera'");
  if (rowCount === 0) await client.query("create database tessera");
}
