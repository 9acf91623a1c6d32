import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import type { BundledContext } from "./options.ts";
import { findPostmaster, type Launched, launchPostmaster } from "./postmaster.ts";

const timeoutMs = 60_000;
const recoveryTimeoutMs = 600_000;
const progressIntervalMs = 5000;

// Errors after which a start is retried: another process started the server first, or backends of a killed server are still exiting.
const transientErrors = /pre-existing shared memory block|lock file ".*" already exists|Is another postgres/i;

/** Returns the URL of a database of this server. Port and sslmode are explicit, so that PG* variables do not apply. */
export function connectionUrl(socketDir: string, database: string): string {
  return `postgresql://tessera@/${database}?host=${encodeURIComponent(socketDir)}&port=5432&sslmode=disable`;
}

/** Connects to the server of this cluster, and starts it if it is not running. */
export async function connectOrLaunch(context: BundledContext, signal?: AbortSignal): Promise<Client> {
  const startedAt = performance.now();
  let launched: Launched | undefined;
  let nextProgressLog = startedAt + progressIntervalMs;
  for (let delayMs = 20; ; delayMs = Math.min(delayMs * 1.3, 500)) {
    if (signal?.aborted) {
      // It may not have written its pid file yet, so no other process could find it.
      if (launched?.pid && !launched.ending()) process.kill(launched.pid, "SIGINT");
      throw new Error("The bundled database is being stopped.");
    }
    const client = await tryConnect(context.socketDir);
    if (client instanceof Client) return client;
    const ending = await launched?.ending();
    if (ending !== undefined && !transientErrors.test(ending))
      throw new Error(explainEnding(context, ending));
    const running = launched && ending === undefined ? launched : await findPostmaster(context.cluster);
    if (!running) launched = await launchPostmaster(context);
    const waited = performance.now() - startedAt;
    if (waited > (running ? recoveryTimeoutMs : timeoutMs))
      throw new Error(explainEnding(context, ending ?? client));
    if (performance.now() > nextProgressLog) {
      context.log.info({ seconds: Math.round(waited / 1000) }, "the bundled database is still starting");
      nextProgressLog += progressIntervalMs;
    }
    await delay(delayMs);
  }
}

function explainEnding({ dataDir }: BundledContext, ending: string): string {
  // A full disk has no space for the log either.
  const reason = ending.split("\n").slice(-5).join("\n") || "(nothing; perhaps the disk is full)";
  return `The bundled database does not start. ${dataDir}/postgres.log says:\n${reason}`;
}

async function tryConnect(socketDir: string): Promise<Client | string> {
  const client = new Client({
    connectionString: connectionUrl(socketDir, "postgres"),
    application_name: `tessera pid ${process.pid}`,
    connectionTimeoutMillis: 5000,
  });
  // An error event without a listener would end the process; the caller handles the lost connection.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    return error instanceof Error ? error.message : String(error);
  }
}
