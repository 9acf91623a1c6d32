import { createHash } from "node:crypto";
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { syncPath } from "../../fs/durable.ts";
import { type BundledLog, stopServer } from "./postmaster.ts";
import { isProcessAlive, type Owner, type RunAs, runProcess } from "./processes.ts";

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

export type ClusterOptions = {
  cluster: string;
  initdb: string;
  /** The major version of `initdb`. */
  version: number;
  runAs: RunAs;
  log: BundledLog;
};

/** Creates the cluster folder if it does not exist, and deletes unfinished ones. */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
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
async function makeCluster(options: ClusterOptions): Promise<void> {
  const { cluster, log } = options;
  log.info({ folder: cluster }, "creating the bundled database");
  const draft = await makeDraftCluster(options);
  try {
    await rename(draft, cluster).catch(async (error: NodeJS.ErrnoException) => {
      const alreadyExists = error.code === "ENOTEMPTY" || error.code === "EEXIST";
      if (!alreadyExists || (await readClusterVersion(cluster)) === undefined) throw error;
    });
    await syncPath(dirname(cluster));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Creates a cluster in a temporary folder next to `cluster`, and returns its path. If this process is killed, the next start deletes the folder. */
export async function makeDraftCluster(options: Omit<ClusterOptions, "log">): Promise<string> {
  const { cluster, initdb, version, runAs } = options;
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
    return draft;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
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
    const partial = join(dirname(cluster), name);
    // A killed upgrade leaves its new server running.
    await stopServer(partial);
    // An orphaned initdb may still write there. The next start deletes the rest.
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
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

// Systems allow 103 or 107 bytes for the path of a Unix socket.
const maxSocketPathBytes = 100;

/** Creates a folder that only PostgreSQL's user (and root) can enter, with a path short enough for a Unix socket. */
export async function makeSocketFolder(dataDir: string, owner: Owner | undefined): Promise<string> {
  const inside = join(dataDir, "postgres-socket");
  if (fits(inside)) {
    await mkdir(inside, { mode: 0o700 }).catch(ignoreExisting);
    await restrictAccess(inside, owner);
    return inside;
  }
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const outside = join(tmpdir(), `tessera-${name}`);
  if (!fits(outside)) {
    throw new Error(`Neither DATA_DIR ${dataDir} nor ${tmpdir()} is short enough for a Unix socket.`);
  }
  await mkdir(outside, { mode: 0o700 }).then(() => restrictAccess(outside, owner), ignoreExisting);
  await assertOwnFolder(outside, owner?.uid ?? process.getuid?.());
  return outside;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, ".s.PGSQL.5432")) <= maxSocketPathBytes;
}

async function restrictAccess(folder: string, owner: Owner | undefined): Promise<void> {
  if (owner) await chown(folder, owner.uid, owner.gid);
  await chmod(folder, 0o700);
}

// Any user of the machine can create a folder of this name in the shared temporary folder, and impersonate the database.
async function assertOwnFolder(folder: string, uid: number | undefined): Promise<void> {
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} was made by somebody else. Remove it, or set DATA_DIR to a shorter path.`);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
