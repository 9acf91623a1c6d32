import { countWorkerRestarts } from "../../../platform/worker-restarts.ts";
import { type Check, type Found, fault, ok, warning } from "../check.ts";

/** The number of restarts that is a fault, as in the alert of the metrics. */
const MANY = 3;

export const workersCheck: Check = {
  name: "Workers",
  advice: "DATA_DIR must be a folder that Tessera may read and write.",
  async run({ settings: { dataDir, workers }, clock }) {
    if (workers < 2) return [];
    return [assessWorkers(await countWorkerRestarts(dataDir, clock.now()))];
  },
};

/** Assesses how many of this machine's workers ended unexpectedly within an hour. */
export function assessWorkers(restarts: number): Found {
  if (restarts === 0) return ok({ seen: "none has ended unexpectedly within the last hour" });
  const level = restarts < MANY ? warning : fault;
  return level({
    seen: `${restarts} ended unexpectedly within the last hour, and were replaced`,
    advice:
      "Search the log for 'worker process ended'. The signal SIGKILL usually means that the memory was used up. With an exit code, the lines above have the reason.",
  });
}
