import { setTimeout as delay } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { advisoryLocks } from "../advisory-locks.ts";
import {
  type BundledContext,
  findPostmaster,
  isPostmaster,
  type Launched,
  launchPostmaster,
  stopServer,
} from "./postmaster.ts";
import { isProcessAlive } from "./processes.ts";

const POLL_INTERVAL_MS = 250;
const MAX_DELAY_MS = 5000;

/** Restarts the server when it stops, and locks the data folder again. Applies also to a server that another process started. */
export async function supervise(
  context: BundledContext,
  first: Client,
): Promise<{ restarts(): number; stop(): Promise<void> }> {
  const stopping = new AbortController();
  let lock = watchLock(first);
  let pid = (await findPostmaster(context.cluster))?.pid ?? 0;
  let restarting: Promise<void> | undefined;
  let restarts = 0;
  let stopped: Promise<void> | undefined;

  async function restart(): Promise<void> {
    restarts += 1;
    context.log.warn({ pid }, "bundled PostgreSQL unavailable; restarting");
    for (let delayMs = 100; !stopping.signal.aborted; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
      try {
        const client = await connectAndLock(context, stopping.signal);
        lock = watchLock(client);
        pid = (await findPostmaster(context.cluster))?.pid ?? 0;
        return context.log.info({ pid }, "bundled PostgreSQL restarted");
      } catch (error) {
        if (stopping.signal.aborted) return;
        context.log.error({ err: error }, "bundled PostgreSQL: restart failed; retrying");
        await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  const timer = setInterval(() => {
    if (restarting || (!lock.isLost() && isPostmaster(pid, context.cluster))) return;
    restarting = restart().finally(() => {
      restarting = undefined;
    });
  }, POLL_INTERVAL_MS);
  timer.unref();

  async function stop(): Promise<void> {
    stopping.abort();
    clearInterval(timer);
    await restarting;
    await stopServer(context.cluster);
    lock.release();
  }

  return {
    restarts: () => restarts,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Connects to the server of this cluster, starting it if it is not running, and locks the data folder for this process. */
export async function connectAndLock(context: BundledContext, signal?: AbortSignal): Promise<Client> {
  const client = await connectOrLaunch(context, signal);
  let hasEnough: boolean;
  try {
    await acquireInstanceLock(client, context.dataDir);
    hasEnough = await allowsConnections(client, context);
  } catch (error) {
    // The server is not stopped, because the process that holds the lock uses it.
    await client.end().catch(() => undefined);
    throw error;
  }
  if (hasEnough) return client;
  context.log.info({}, "restarting the bundled database to allow more connections");
  await client.end().catch(() => undefined);
  await stopServer(context.cluster);
  return connectAndLock(context, signal);
}

/** Returns whether the server allows enough connections. A server started by an earlier process may allow too few, if WORKERS was raised since. */
async function allowsConnections(client: Client, { maxConnections }: BundledContext): Promise<boolean> {
  const { rows } = await client.query<{ max: number }>(
    "select current_setting('max_connections')::int as max",
  );
  return (rows[0]?.max ?? 0) >= maxConnections;
}

function watchLock(client: Client): { isLost(): boolean; release(): void } {
  let lost = false;
  client.once("end", () => {
    lost = true;
  });
  return {
    isLost: () => lost,
    release: () => void client.end().catch(() => undefined),
  };
}

const START_TIMEOUT_MS = 60_000;
const RECOVERY_TIMEOUT_MS = 600_000;
const PROGRESS_INTERVAL_MS = 5000;
/** The number of 20 ms waits for a launched server to exit when its start is cancelled. */
const MAX_WAITS = 250;

// Errors after which a start is retried: another process started the server first, or backends of a killed server are still exiting.
const TRANSIENT_ERRORS =
  /pre-existing shared memory block|lock file ".*" already exists|Is another postgres/i;

/** Returns the URL of a database of this server. Port and sslmode are explicit, so that PG* variables do not apply. */
export function connectionUrl(socketDir: string, database: string): string {
  return `postgresql://tessera@/${database}?host=${encodeURIComponent(socketDir)}&port=5432&sslmode=disable`;
}

/** Connects to the server of this cluster, and starts it if it is not running. */
export async function connectOrLaunch(context: BundledContext, signal?: AbortSignal): Promise<Client> {
  const startedAt = performance.now();
  let launched: Launched | undefined;
  let nextProgressLog = startedAt + PROGRESS_INTERVAL_MS;
  for (let delayMs = 20; ; delayMs = Math.min(delayMs * 1.3, 500)) {
    if (signal?.aborted) {
      // The server may not have written its pid file yet, so no other process could find and stop it.
      if (launched?.pid && !launched.ending()) process.kill(launched.pid, "SIGINT");
      for (let waits = 0; launched && !launched.ending() && waits < MAX_WAITS; waits++) await delay(20);
      throw new Error("The bundled database is being stopped.");
    }
    const client = await tryConnect(context.socketDir);
    if (client instanceof Client) return client;
    if (client instanceof DatabaseError && FINAL_REFUSALS.test(client.code ?? "")) {
      if (launched?.pid) process.kill(launched.pid, "SIGINT");
      throw new Error(
        `The bundled database accepts no connection: ${client.message}. If PGOPTIONS or other PG variables are set in Tessera's environment, unset them.`,
      );
    }
    const ending = await launched?.ending();
    if (ending !== undefined && !TRANSIENT_ERRORS.test(ending))
      throw new Error(explainEnding(context, ending));
    const running = launched && ending === undefined ? launched : await findPostmaster(context.cluster);
    if (!running) launched = await launchPostmaster(context);
    const waited = performance.now() - startedAt;
    if (waited > (running ? RECOVERY_TIMEOUT_MS : START_TIMEOUT_MS))
      throw new Error(explainEnding(context, ending ?? client.message));
    if (performance.now() > nextProgressLog) {
      context.log.info({ seconds: Math.round(waited / 1000) }, "the bundled database is still starting");
      nextProgressLog += PROGRESS_INTERVAL_MS;
    }
    await delay(delayMs);
  }
}

function explainEnding({ dataDir }: BundledContext, ending: string): string {
  // A full disk has no space for the log either.
  const reason = ending.split("\n").slice(-5).join("\n") || "(nothing; perhaps the disk is full)";
  return `The bundled database does not start. ${dataDir}/postgres.log says:\n${reason}`;
}

/** SQLSTATE classes for which a retry is useless: invalid value, authorization, syntax, unknown database. */
const FINAL_REFUSALS = /^(22|28|42|3D)/;

async function tryConnect(socketDir: string): Promise<Client | Error> {
  const client = new Client({
    connectionString: connectionUrl(socketDir, "postgres"),
    application_name: `tessera pid ${process.pid}`,
    connectionTimeoutMillis: 5000,
  });
  // An error event without a listener would end the process. The caller handles the lost connection.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    return error instanceof Error ? error : new Error(String(error));
  }
}

const LOCK_TIMEOUT_MS = 3000;

const HOLDER_QUERY = `
  select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1
    and l.database = (select oid from pg_database where datname = current_database())`;

/**
 * Locks the data folder for this process for as long as the connection is open.
 * The server holds the lock, so it works across containers and is released when the process is killed.
 */
export async function acquireInstanceLock(client: Client, dataDir: string): Promise<void> {
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
      advisoryLocks.dataFolder,
    ]);
    if (rows[0]?.taken) return;
    const holder = await findHolder(client);
    // The server needs a moment to notice that a killed process has closed its connection. Does not wait for a running process.
    const isRunning = holder !== undefined && holder !== process.pid && isProcessAlive(holder);
    if (isRunning || performance.now() > deadline) {
      const user = holder === undefined ? "another program" : `process ${holder}`;
      throw new Error(`DATA_DIR ${dataDir} is in use by ${user}.`);
    }
    await delay(50);
  }
}

async function findHolder(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string }>(HOLDER_QUERY, [advisoryLocks.dataFolder]);
  const pid = /^tessera pid (\d+)$/.exec(rows[0]?.name ?? "")?.[1];
  return pid === undefined ? undefined : Number(pid);
}
