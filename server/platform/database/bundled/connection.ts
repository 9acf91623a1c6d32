import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import type { Place } from "./options.ts";
import { findPostmaster, type Launched, launchPostmaster } from "./postmaster.ts";

const patienceMs = 60_000;
const recoveryPatienceMs = 600_000;
const recoveryNoteMs = 5000;

// Passing troubles of a start: another process is quicker, or backends of a killed server are still ending.
const passing = /pre-existing shared memory block|lock file ".*" already exists|Is another postgres/i;

/** How node-postgres reaches a database of this server; port and sslmode are spelt out against PG* variables. */
export function connectionUrl(socketDir: string, database: string): string {
  return `postgresql://tessera@/${database}?host=${encodeURIComponent(socketDir)}&port=5432&sslmode=disable`;
}

/** Connects to the server of this cluster, starting it when nobody else has. */
export async function connectOrLaunch(place: Place, signal?: AbortSignal): Promise<Client> {
  const begun = performance.now();
  let launched: Launched | undefined;
  let nextNote = begun + recoveryNoteMs;
  for (let pause = 20; ; pause = Math.min(pause * 1.3, 500)) {
    if (signal?.aborted) {
      // It may not have written its pid file yet, so nobody else can find it.
      if (launched?.pid && !launched.ending()) process.kill(launched.pid, "SIGINT");
      throw new Error("The bundled database is being stopped.");
    }
    const answer = await knock(place.socketDir);
    if (answer instanceof Client) return answer;
    const ending = await launched?.ending();
    if (ending !== undefined && !passing.test(ending)) throw new Error(explainEnding(place, ending));
    const running = launched && ending === undefined ? launched : await findPostmaster(place.cluster);
    if (!running) launched = await launchPostmaster(place);
    const waited = performance.now() - begun;
    if (waited > (running ? recoveryPatienceMs : patienceMs))
      throw new Error(explainEnding(place, ending ?? answer));
    if (performance.now() > nextNote) {
      place.log.info({ seconds: Math.round(waited / 1000) }, "the bundled database is still starting");
      nextNote += recoveryNoteMs;
    }
    await delay(pause);
  }
}

function explainEnding({ dataDir }: Place, ending: string): string {
  // On a full disk there is no room for the reason either.
  const reason = ending.split("\n").slice(-5).join("\n") || "(nothing; perhaps the disk is full)";
  return `The bundled database does not start. ${dataDir}/postgres.log says:\n${reason}`;
}

async function knock(socketDir: string): Promise<Client | string> {
  const client = new Client({
    connectionString: connectionUrl(socketDir, "postgres"),
    application_name: `tessera pid ${process.pid}`,
    connectionTimeoutMillis: 5000,
  });
  // Unheard errors of a client end the process; what follows from them is decided by whoever holds the client.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    return error instanceof Error ? error.message : String(error);
  }
}
