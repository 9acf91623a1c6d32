import { mkdir, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Client } from "pg";
import { type Binaries, findBinaries } from "./binaries.ts";
import { ensureCluster, makeSocketFolder } from "./cluster.ts";
import { type BundledContext, type BundledLog, findPostmaster, stopServer } from "./postmaster.ts";
import { chooseRunAs } from "./processes.ts";
import { connectAndLock, connectionUrl, supervise } from "./supervisor.ts";
import { type CopyDatabase, deleteOldCluster, restoreInterruptedUpgrade, upgradeCluster } from "./upgrade.ts";

export type BundledOptions = {
  dataDir: string;
  /** The folder of the PostgreSQL programs to use, or `bundled`. By default the newest suitable programs are used. */
  postgresBin?: string | undefined;
  /** 60 by default: enough for one process and the commands that run at the same time. */
  maxConnections?: number;
  log: BundledLog;
  /** If given, a database of an older major version is upgraded first. */
  copyDatabase?: CopyDatabase;
  /** Aborts the start, and stops a server that this call has started. */
  signal?: AbortSignal | undefined;
};

/** A running bundled PostgreSQL. */
export type BundledDatabase = {
  url: string;
  version: string;
  /** Returns how often the server was restarted because it had ended. */
  restarts(): number;
  stop(): Promise<void>;
};

/** Starts (or takes over) the PostgreSQL of this data folder, restarts it when it stops, and locks it for this process. */
export async function startBundledDatabase(options: BundledOptions): Promise<BundledDatabase> {
  const { context, client, isUpgraded } = await openLocked(options);
  const supervisor = await supervise(context, client);
  try {
    await ensureDatabase(client);
    if (options.copyDatabase && !isUpgraded) await deleteOldCluster(context);
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
  return {
    url: connectionUrl(context.socketDir, "tessera"),
    version: await readVersion(client),
    ...supervisor,
  };
}

type Opened = { context: BundledContext; client: Client; isUpgraded: boolean };

/** Connects to the server, locks it for this process, and upgrades it to a newer major version if there is one. */
async function openLocked(options: BundledOptions): Promise<Opened> {
  const { context, current, successor } = await prepare(options);
  const { copyDatabase, signal } = options;
  const client = await connectAndLock(context, signal);
  if (!successor || !copyDatabase) return { context, client, isUpgraded: false };
  // An abort stops the source of the copy. The copy then fails, and stops the new server.
  const cutOff = () => void stopServer(context.cluster);
  signal?.addEventListener("abort", cutOff);
  const isUpgraded = await upgradeCluster(context, { client, current, successor, copyDatabase });
  signal?.removeEventListener("abort", cutOff);
  if (!isUpgraded) return { context, client, isUpgraded };
  const upgraded = await prepare(options);
  return { context: upgraded.context, client: await connectAndLock(upgraded.context, signal), isUpgraded };
}

type Prepared = { context: BundledContext; current: Binaries; successor: Binaries | undefined };

async function prepare({
  dataDir: requested,
  postgresBin,
  maxConnections = 60,
  log,
}: BundledOptions): Promise<Prepared> {
  await mkdir(requested, { recursive: true });
  const dataDir = await realpath(resolve(requested));
  const cluster = join(dataDir, "postgres");
  await restoreInterruptedUpgrade(cluster);
  const { current, successor } = await findBinaries({ cluster, postgresBin });
  const { initdb, postgres, version } = current;
  const { runAs } = await chooseRunAs({ dataDir, cluster, postgres });
  await ensureCluster({ cluster, initdb, version: version.major, runAs, log });
  // A running server may have been started with another TMPDIR, so its socket may be elsewhere.
  const running = await findPostmaster(cluster);
  const socketDir = running?.socketDir ?? (await makeSocketFolder(dataDir, runAs.owner));
  const context = { dataDir, cluster, socketDir, postgres, runAs, maxConnections, log };
  return { context, current, successor };
}

/** Returns the version of the running server. If a killed process left it, it may be older than the programs on disk. */
async function readVersion(client: Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  return rows[0]?.server_version.split(" ")[0] ?? "of an unknown version";
}

async function ensureDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = 'tessera'");
  if (rowCount === 0) await client.query("create database tessera");
}
