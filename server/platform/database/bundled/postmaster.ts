import { spawn } from "node:child_process";
import { open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hasCwd, isProcessAlive, minimalEnv, type RunAs } from "./processes.ts";

export type BundledLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** Everything that is decided before the server starts: its programs, folders and user. */
export type BundledContext = {
  dataDir: string;
  cluster: string;
  socketDir: string;
  postgres: string;
  runAs: RunAs;
  maxConnections: number;
  log: BundledLog;
};

// Passed on the command line and not stored in the cluster, so that they follow this program's version.
const settings = {
  listen_addresses: "",
  port: "5432",
  unix_socket_permissions: "0700",
  max_wal_size: "256MB",
  random_page_cost: "1.1",
  jit: "off",
  max_logical_replication_workers: "0",
  // Parallel workers need /dev/shm, which containers keep tiny. Our queries do not need them.
  max_parallel_workers_per_gather: "0",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // The details of errors contain values such as email addresses, which must not be logged.
  log_error_verbosity: "terse",
  // Queries of a killed Tessera process are cancelled soon, which releases their locks.
  client_connection_check_interval: "1s",
  cluster_name: "tessera",
};

const MB = 2 ** 20;

/** The memory of this machine, or of its container if that is less, in bytes. */
const memoryHere = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/**
 * Returns PostgreSQL's memory settings for a machine's memory and the size of a database, both in bytes. Node and the system's file cache need memory
 * as well, so the buffers take at most a sixteenth of it, between 64 MB and 1 GB. More than twice the database, or 128 MB, would be of no use.
 * The planner assumes that half of the memory caches the database's files.
 */
export function memorySettings({ memory, database }: { memory: number; database: number }) {
  const most = Math.min(Math.max(Math.floor(memory / 16 / MB), 64), 1024);
  const useful = Math.max(Math.ceil((2 * database) / MB), 128);
  return {
    shared_buffers: `${Math.min(most, useful)}MB`,
    effective_cache_size: `${Math.max(Math.floor(memory / 2 / MB), 256)}MB`,
  };
}

/** Returns the size of the tables and indexes of a cluster. A file that disappears meanwhile counts as empty. */
async function databaseBytes(cluster: string): Promise<number> {
  const base = join(cluster, "base");
  const names = await readdir(base, { recursive: true }).catch(() => []);
  let bytes = 0;
  for (const name of names) bytes += (await stat(join(base, name)).catch(() => undefined))?.size ?? 0;
  return bytes;
}

export async function settingFlags({
  cluster,
  socketDir,
  maxConnections,
}: Pick<BundledContext, "cluster" | "socketDir" | "maxConnections">): Promise<string[]> {
  // The setting is a list: quotes keep a comma or space in the path from splitting it.
  const sockets = { unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"` };
  const memory = memorySettings({ memory: memoryHere(), database: await databaseBytes(cluster) });
  const all = { ...settings, ...memory, ...sockets, max_connections: maxConnections };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

const largeLog = 10 * 1024 * 1024;
const fastShutdownMs = 8000;
const immediateShutdownMs = 1500;
// Larger than any PID a system assigns, so no process can have it.
const impossiblePid = 2_147_483_647;

/** Returns the running server of this cluster, even if another process started it. */
export async function findPostmaster(
  cluster: string,
): Promise<{ pid: number; socketDir: string | undefined } | undefined> {
  const lines = await readPidFile(cluster);
  const pid = Number(lines[0]);
  if (!isPostmaster(pid, cluster)) return undefined;
  return { pid, socketDir: lines[4] || undefined };
}

export function isPostmaster(pid: number, cluster: string): boolean {
  if (!(pid > 0) || !isProcessAlive(pid)) return false;
  // A postmaster's working directory is its cluster folder. Any other process has reused the PID.
  return hasCwd(pid, cluster) ?? true;
}

async function readPidFile(cluster: string): Promise<string[]> {
  return (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
}

export type Launched = {
  pid: number | undefined;
  /** Returns the log of the server until it exited, or undefined while it runs. */
  ending(): Promise<string> | undefined;
};

/** Starts the server in its own session, so that Ctrl-C in the terminal reaches only Tessera, which then stops the server. */
export async function launchPostmaster(context: BundledContext): Promise<Launched> {
  await releaseReusedPid(context);
  const logPath = join(context.dataDir, "postgres.log");
  const size = await stat(logPath).then(
    (found) => found.size,
    () => 0,
  );
  if (size > largeLog) await rename(logPath, `${logPath}.1`);
  const log = await open(logPath, "a", 0o600);
  const from = size > largeLog ? 0 : size;
  try {
    const [file = "", ...args] = [
      ...context.runAs.wrap,
      context.postgres,
      "-D",
      context.cluster,
      ...(await settingFlags(context)),
    ];
    const child = spawn(file, args, {
      ...context.runAs.spawnAs,
      cwd: "/",
      env: minimalEnv(),
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
    });
    let ended: Promise<string> | undefined;
    child.on("error", (error) => {
      ended = Promise.resolve(error.message);
    });
    child.on("exit", () => {
      ended = readLogFrom(logPath, from);
    });
    child.unref();
    return { pid: child.pid, ending: () => ended };
  } finally {
    await log.close();
  }
}

/** Never rejects: nothing awaits the result of an `exit` listener, so a rejection would end the process. */
async function readLogFrom(path: string, from: number): Promise<string> {
  try {
    const bytes = await readFile(path);
    // A shorter file was rotated in the meantime. All of it is new.
    return bytes
      .subarray(bytes.length < from ? 0 : from)
      .toString("utf8")
      .trim();
  } catch (error) {
    return `(postgres.log could not be read: ${error instanceof Error ? error.message : error})`;
  }
}

// PostgreSQL refuses to start while any process of its user has the PID in postmaster.pid: after a power cut
// or in a new container that may be an unrelated process. The rest of the file is unchanged, since it protects against lingering backends.
async function releaseReusedPid({ cluster, socketDir, log }: BundledContext): Promise<void> {
  const [pid = "", ...rest] = await readPidFile(cluster);
  if (!(Number(pid) > 0) || !isAlive(Number(pid)) || isPostmaster(Number(pid), cluster)) return;
  log.info({ pid: Number(pid) }, "stale postmaster.pid: PID reused");
  await writeFile(join(cluster, "postmaster.pid"), [impossiblePid, ...rest].join("\n"));
  await rm(join(socketDir, ".s.PGSQL.5432.lock"), { force: true });
}

// Zombies count here, because PostgreSQL counts them.
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Stops the server of a cluster, if one runs: a fast shutdown first, and an immediate one if that takes too long. */
export async function stopServer(cluster: string): Promise<void> {
  const pid = (await findPostmaster(cluster))?.pid;
  if (pid === undefined) return;
  if (await signalAndWait({ pid, cluster, signal: "SIGINT", forMs: fastShutdownMs })) return;
  await signalAndWait({ pid, cluster, signal: "SIGQUIT", forMs: immediateShutdownMs });
}

async function signalAndWait(options: {
  pid: number;
  cluster: string;
  signal: NodeJS.Signals;
  forMs: number;
}): Promise<boolean> {
  const { pid, cluster, signal, forMs } = options;
  const deadline = performance.now() + forMs;
  if (!isPostmaster(pid, cluster)) return true;
  process.kill(pid, signal);
  while (performance.now() < deadline) {
    await delay(10);
    if (!isPostmaster(pid, cluster)) return true;
  }
  return false;
}
