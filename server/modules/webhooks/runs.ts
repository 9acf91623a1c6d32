import type { Log } from "../../platform/log/index.ts";

const MAX_RUNS = 64;

export type Runs = ReturnType<typeof createRuns>;

/** Creates the runs of this process. They go on after their job has ended, so that slow programs keep no job of another endpoint waiting. */
export function createRuns({ log }: { log: Log }) {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    /** Starts a run once fewer than 64 are running. */
    async start(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
      while (running.size >= MAX_RUNS) await Promise.race(running);
      if (stopping.signal.aborted) return;
      const done = run(stopping.signal)
        // The sweep starts another run.
        .catch((error: unknown) => log.error({ err: error }, "a run of webhook deliveries failed"))
        .finally(() => running.delete(done));
      running.add(done);
    },
    /** Resolves when all current runs have ended. */
    idle: () => Promise.all(running),
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
