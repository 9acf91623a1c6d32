import { rename, rm, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Client } from "pg";
import { exists, syncPath } from "../../fs/durable.ts";
import { type Binaries, describeVersion } from "./binaries.ts";
import { makeDraftCluster, makeSocketFolder } from "./cluster.ts";
import { type BundledContext, stopServer } from "./postmaster.ts";
import { chooseRunAs } from "./processes.ts";
import { connectionUrl, connectOrLaunch } from "./supervisor.ts";

/** Copies a database into an empty one, completely or not at all. Both parameters are URLs. */
export type CopyDatabase = (from: string, to: string) => Promise<void>;

/** The disk space that a new cluster needs in addition to the data: its system tables and the write-ahead log of the copy. */
const EXTRA_BYTES = 512 * 1024 * 1024;

const asideOf = (cluster: string) => `${cluster}.old`;

/**
 * Moves the data of a running, locked cluster to a newer major version of PostgreSQL. Returns true if it did, with both servers stopped.
 * The old cluster is set aside only when the new one is complete. An interrupted upgrade starts again. A failed one is only logged.
 */
export async function upgradeCluster(
  old: BundledContext,
  options: { client: Client; current: Binaries; successor: Binaries; copyDatabase: CopyDatabase },
): Promise<boolean> {
  const { client, current, successor, copyDatabase } = options;
  const versions = { from: describeVersion(current.version), to: describeVersion(successor.version) };
  const startedAt = performance.now();
  const draft = await (async () => {
    await assertDiskSpace(client, old.dataDir);
    old.log.info(versions, "upgrading the bundled database to a new major version");
    return makeCopy(old, successor, copyDatabase);
  })().catch((error: unknown) => {
    old.log.error(
      { err: error, ...versions },
      `bundled database not upgraded; it runs on PostgreSQL ${versions.from}, and the next start tries again`,
    );
  });
  if (!draft) return false;
  await stopServer(old.cluster);
  await client.end().catch(() => undefined);
  await rm(asideOf(old.cluster), { recursive: true, force: true });
  await rename(old.cluster, asideOf(old.cluster));
  await rename(draft, old.cluster);
  await syncPath(dirname(old.cluster));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  old.log.info(
    { ...versions, seconds, oldData: asideOf(old.cluster) },
    "bundled database upgraded; the next start deletes the old data",
  );
  return true;
}

async function assertDiskSpace(client: Client, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ bytes: number }>(
    "select sum(pg_database_size(oid))::float8 as bytes from pg_database",
  );
  const needed = (rows[0]?.bytes ?? 0) * 1.2 + EXTRA_BYTES;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= needed) return;
  const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;
  throw new Error(
    `The disk of ${dataDir} has ${inMegabytes(bavail * bsize)} free; a copy of the database needs ${inMegabytes(needed)}.`,
  );
}

/** Creates a cluster of the new version with a copy of the data, and returns its folder. Its server is stopped again, which flushes it to disk. */
async function makeCopy(old: BundledContext, to: Binaries, copyDatabase: CopyDatabase): Promise<string> {
  const { dataDir, cluster } = old;
  const { runAs } = await chooseRunAs({ dataDir, cluster, postgres: to.postgres });
  const draft = await makeDraftCluster({ cluster, initdb: to.initdb, version: to.version.major, runAs });
  try {
    const socketDir = await makeSocketFolder(draft, runAs.owner);
    const context = { ...old, cluster: draft, socketDir, postgres: to.postgres, runAs };
    const client = await connectOrLaunch(context);
    try {
      await client.query("create database tessera");
      await copyDatabase(connectionUrl(old.socketDir, "tessera"), connectionUrl(socketDir, "tessera"));
    } finally {
      await stopServer(draft);
      await client.end().catch(() => undefined);
    }
    await rm(socketDir, { recursive: true, force: true });
    return draft;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Puts the old cluster back if an upgrade was killed after setting it aside, before the new one took its place. */
export async function restoreInterruptedUpgrade(cluster: string): Promise<void> {
  if (!(await exists(cluster)) && (await exists(asideOf(cluster)))) await rename(asideOf(cluster), cluster);
}

/** Deletes the old cluster of an upgrade. Call it once the new one has served a run of this program. */
export async function deleteOldCluster({ cluster, log }: BundledContext): Promise<void> {
  const old = asideOf(cluster);
  if (!(await exists(old))) return;
  await rm(old, { recursive: true, force: true }).then(
    () => log.info({ folder: old }, "deleted the data of the earlier PostgreSQL version"),
    (error) => log.warn({ err: error }, "cannot delete the data of the earlier PostgreSQL version"),
  );
}
