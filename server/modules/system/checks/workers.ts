import { defineMessages } from "../../../../contract/texts.ts";
import { countWorkerRestarts } from "../../../platform/worker-restarts.ts";
import { type Check, type Found, fault, ok, shared, warning } from "../check.ts";

/** The number of restarts that is a fault, as in the alert of the metrics. */
const MANY = 3;

const messages = defineMessages("check_workers", {
  name: "Workers",
  none: "none has ended unexpectedly within the last hour",
  ended:
    "{count, plural, one {# ended unexpectedly within the last hour, and was replaced} other {# ended unexpectedly within the last hour, and were replaced}}",
  endedAdvice:
    "Search the log for 'worker process ended'. The signal SIGKILL usually means that the memory was used up. With an exit code, the lines above have the reason.",
});

export const workersCheck: Check = {
  id: "workers",
  name: messages.name,
  advice: shared.dataDir,
  async run({ settings: { dataDir, workers }, clock }) {
    if (workers < 2) return [];
    return [assessWorkers(await countWorkerRestarts(dataDir, clock.now()))];
  },
};

/** Assesses how many of this machine's workers ended unexpectedly within an hour. */
export function assessWorkers(restarts: number): Found {
  if (restarts === 0) return ok({ seen: messages.none });
  const level = restarts < MANY ? warning : fault;
  return level({ seen: messages.ended({ count: restarts }), advice: messages.endedAdvice });
}
