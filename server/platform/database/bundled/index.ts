import { mkdir, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Client } from "pg";
import { findBinaries, findNewerPatch, latestReleases, parseVersion } from "./binaries.ts";
import { type BundledLog, ensureCluster, makeSocketFolder } from "./cluster.ts";
import { type BundledContext, findPostmaster } from "./postmaster.ts";
import { chooseRunAs } from "./processes.ts";
import { acquireInstanceLock, connectionUrl, connectOrLaunch, supervise } from "./supervisor.ts";

export type BundledOptions = {
  dataDir: string;
  /** The folder of the PostgreSQL programs to use, or `bundled`; by default the newest suitable ones. */
  postgresBin?: string | undefined;
  /** 60 by default: enough for one process and the commands beside it. */
  maxConnections?: number;
  log: BundledLog;
};

/** A running bundled PostgreSQL: its connection URL, its version, and how to stop it. */
export type BundledDatabase = { url: string; version: string; stop(): Promise<void> };

/** Starts (or takes over) the PostgreSQL of this data folder, restarts it when it stops, and locks it for this process. */
export async function startBundledDatabase(options: BundledOptions): Promise<BundledDatabase> {
  const context = await prepare(options);
  const client = await connectOrLaunch(context);
  try {
    await acquireInstanceLock(client, context.dataDir);
  } catch (error) {
    // The server is not stopped, because the process that holds the lock uses it.
    await client.end();
    throw error;
  }
  const supervisor = await supervise(context, client);
  try {
    await ensureDatabase(client);
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
  return {
    url: connectionUrl(context.socketDir, "tessera"),
    version: await readVersion(client, context),
    stop: supervisor.stop,
  };
}

async function prepare({
  dataDir: requested,
  postgresBin,
  maxConnections = 60,
  log,
}: BundledOptions): Promise<BundledContext> {
  await mkdir(requested, { recursive: true });
  const dataDir = await realpath(resolve(requested));
  const cluster = join(dataDir, "postgres");
  const { initdb, postgres, version } = await findBinaries({ cluster, postgresBin });
  const { runAs } = await chooseRunAs({ dataDir, cluster, postgres });
  await ensureCluster({ cluster, initdb, version: version.major, runAs, log });
  // A server that is already running may have been started with another temporary folder.
  const running = await findPostmaster(cluster);
  const socketDir = running?.socketDir ?? (await makeSocketFolder(dataDir, runAs.owner));
  return { dataDir, cluster, socketDir, postgres, runAs, maxConnections, log };
}

/** Returns the version of the running server: one that was taken over may be older than the programs on disk. */
async function readVersion(client: Client, { log }: BundledContext): Promise<string> {
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
