import { countWorkerRestarts } from "../../../platform/worker-restarts.ts";
import { type Check, type Found, fault, ok, warning } from "../check.ts";

/** Equals the threshold of the metrics' alert. More than this is no coincidence. */
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
  const judge = restarts < MANY ? warning : fault;
  return judge({
    seen: `${restarts} ended unexpectedly within the last hour, and were replaced`,
    advice:
      "Look for 'worker process ended' in the log: the signal SIGKILL mostly means that the memory was used up; a code comes with its reason above.",
  });
}
