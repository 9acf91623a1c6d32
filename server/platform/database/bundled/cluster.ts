import { chown, lchown, mkdtemp, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { syncPath } from "../../fs/durable.ts";
import type { BundledLog, Owner, RunAs } from "./options.ts";
import { isProcessAlive, runProcess } from "./processes.ts";

/** Since version 17 PostgreSQL has built-in locales, which system updates do not change. */
const localeFlags = (version: number) =>
  version >= 17
    ? ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    : ["--locale=C.UTF-8"];

const freshFlags = [
  "--username=tessera",
  "--encoding=UTF8",
  "--data-checksums",
  "--auth-local=trust",
  "--auth-host=reject",
  "--no-instructions",
];

/** Creates the cluster folder if it does not exist, and deletes unfinished ones. */
export async function ensureCluster(options: {
  cluster: string;
  initdb: string;
  version: number;
  runAs: RunAs;
  log: BundledLog;
}): Promise<void> {
  await removePartialClusters(options.cluster);
  const found = await readClusterVersion(options.cluster);
  if (found === undefined) {
    await makeCluster(options);
  }
  if (options.runAs.owner) await fixOwnership(options.cluster, options.runAs.owner);
}

async function readClusterVersion(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (text !== undefined) return Number.parseInt(text, 10);
  const entries = await readdir(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (entries.length === 0) return undefined;
  throw new Error(
    `${cluster} is not a PostgreSQL folder, yet it is not empty. Move it away, or set another DATA_DIR.`,
  );
}

// The cluster is created in a temporary folder and renamed in one step, so an interruption or a race leaves no partial cluster.
async function makeCluster(options: {
  cluster: string;
  initdb: string;
  version: number;
  runAs: RunAs;
  log: BundledLog;
}): Promise<void> {
  const { cluster, initdb, version, runAs, log } = options;
  log.info({ folder: cluster }, "creating the bundled database");
  const draft = await mkdtemp(`${cluster}.new-${process.pid}-`);
  try {
    if (runAs.owner) await chown(draft, runAs.owner.uid, runAs.owner.gid);
    const { code, stderr } = await runProcess(runAs, [
      initdb,
      `--pgdata=${draft}`,
      ...freshFlags,
      ...localeFlags(version),
    ]);
    if (code !== 0) throw new Error(explainFailure(cluster, stderr.trim()));
    await rename(draft, cluster).catch(async (error: NodeJS.ErrnoException) => {
      const alreadyExists = error.code === "ENOTEMPTY" || error.code === "EEXIST";
      if (!alreadyExists || (await readClusterVersion(cluster)) === undefined) throw error;
    });
    await syncPath(dirname(cluster));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function explainFailure(cluster: string, reason: string): string {
  const nameless = /could not look up effective user ID/.test(reason);
  const advice = nameless ? " Start as a user with an entry in /etc/passwd, or set DATABASE_URL." : "";
  return `The bundled database could not be made in ${cluster}: ${reason}.${advice}`;
}

async function removePartialClusters(cluster: string): Promise<void> {
  const prefix = `${basename(cluster)}.new-`;
  for (const name of await readdir(dirname(cluster))) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (Number.isNaN(pid) || (pid !== process.pid && isProcessAlive(pid))) continue;
    // An orphaned initdb may still write there; the next start deletes the rest.
    await rm(join(dirname(cluster), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

// A data folder that root restored from a copy belongs to root, but PostgreSQL requires that its own user owns it.
async function fixOwnership(cluster: string, owner: Owner): Promise<void> {
  const handle = await open(cluster, "r");
  const { uid } = await handle.stat().finally(() => handle.close());
  if (uid !== 0) return;
  const entries = await readdir(cluster, { recursive: true });
  for (const entry of entries) await lchown(join(cluster, entry), owner.uid, owner.gid);
  await chown(cluster, owner.uid, owner.gid);
}
