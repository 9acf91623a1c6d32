import cluster, { type Worker } from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import type { StartParts } from "../compose.ts";
import type { Config } from "../config/config.ts";
import type { NamedAdmin } from "../modules/accounts/index.ts";
import { startBundledDatabase } from "../platform/database/bundled/index.ts";
import { collectFromWorkers } from "../platform/http/worker-metrics.ts";
import type { Log } from "../platform/log/index.ts";
import { noteWorkerRestarts } from "../platform/worker-restarts.ts";
import { copyDatabase } from "./copy-database.ts";
import type { Started } from "./start-server.ts";
import { isReady, type Ready, variablesFor } from "./worker.ts";

/** Connections for commands that run beside the workers. */
const SPARE_CONNECTIONS = 16;
/** The lifetime below which a worker's end delays the next start, because the next worker may fail for the same reason. */
const SHORT_LIFE_MS = 10_000;
const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/**
 * Starts the bundled database, if it is used, and the product in `config.workers` processes that share one port. The first worker prepares
 * the installation alone. A worker that ends unexpectedly is replaced.
 */
export async function startWorkers(
  config: Config,
  { log, signal }: Pick<StartParts, "log" | "signal">,
): Promise<Started> {
  const { dataDir, postgresBin, databaseUrl, workers: count, drainMs, databaseConnections } = config;
  const maxConnections = count * databaseConnections + SPARE_CONNECTIONS;
  const bundled = databaseUrl
    ? undefined
    : await startBundledDatabase({ dataDir, postgresBin, maxConnections, log, copyDatabase, signal });
  // Workers accept connections themselves, from one queue. If this process handed them over, connections that a killed worker had not taken yet would stay open forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const fork = () => cluster.fork(variablesFor(bundled));
  const { countRestart } = collectFromWorkers(() => bundled?.restarts() ?? 0);
  const noteRestart = noteWorkerRestarts(dataDir);
  const onRestart = () => {
    countRestart();
    void noteRestart();
  };
  const team = superviseWorkers({ fork, onRestart, log });
  try {
    signal?.throwIfAborted();
    // A worker that is still starting then ends, and the wait for it fails.
    signal?.addEventListener("abort", team.end);
    const admin = await team.startFirst();
    signal?.removeEventListener("abort", team.end);
    return {
      admin,
      postgresVersion: bundled?.version,
      async listen() {
        for (let number = 2; number <= count; number++) team.start();
      },
      async drain() {
        team.end();
        await delay(drainMs);
      },
      async stop() {
        await team.ended();
        await bundled?.stop();
      },
    };
  } catch (error) {
    await bundled?.stop();
    throw error;
  }
}

/** Starts workers, and others in place of those that end unexpectedly. */
function superviseWorkers({ fork, onRestart, log }: { fork: () => Worker; onRestart: () => void; log: Log }) {
  const running = new Set<Worker>();
  let isPrepared = false;
  let isEnding = false;
  let delayMs = 0;
  // A forced exit ends the workers as well. If this process is killed, they end because they lose its channel.
  process.on("exit", () => {
    for (const worker of running) worker.process.kill("SIGKILL");
  });

  function start(): Worker {
    const startedAt = performance.now();
    const worker = fork();
    running.add(worker);
    worker.once("exit", (code, signal) => {
      running.delete(worker);
      if (isEnding || !isPrepared) return;
      onRestart();
      const isShort = performance.now() - startedAt < SHORT_LIFE_MS;
      delayMs = isShort ? Math.min(Math.max(delayMs * 2, MIN_DELAY_MS), MAX_DELAY_MS) : 0;
      log.error(
        { worker: worker.process.pid, code, signal, delayMs },
        "worker process ended; starting another",
      );
      setTimeout(() => isEnding || start(), delayMs);
    });
    return worker;
  }

  return {
    start,
    /** Resolves when the first worker listens. Throws if it cannot start, because the others would fail as well. */
    async startFirst(): Promise<NamedAdmin | undefined> {
      const worker = start();
      const { ready } = await new Promise<Ready>((resolve, reject) => {
        worker.on("message", (message) => isReady(message) && resolve(message));
        worker.once("exit", () => reject(new Error("Tessera could not start; the reason is above.")));
      });
      isPrepared = true;
      return ready ?? undefined;
    },
    end() {
      isEnding = true;
      for (const worker of running) worker.process.kill("SIGTERM");
    },
    async ended() {
      while (running.size > 0) await delay(20);
    },
  };
}
