import { LATE_SECONDS, readOldestPending } from "../../analytics/index.ts";
import { type Check, fault, ok, warning } from "../check.ts";

const STUCK_SECONDS = 3600;

/** Reads how long the oldest visit has waited for its daily count. */
export const visitCountsCheck: Check = {
  name: "Visit counts",
  advice: "Start Tessera once, so that it migrates its database.",
  needsDatabase: true,
  async run({ db }) {
    const seconds = (await readOldestPending(db)) ?? 0;
    if (seconds < LATE_SECONDS) return [ok({ seen: "the daily counts are up to date" })];
    const level = seconds < STUCK_SECONDS ? warning : fault;
    return [
      level({
        seen: `the oldest visit has waited for ${describeAge(seconds)} to be counted`,
        advice:
          "The figures are right, but the table of waiting counts grows. The database may be too slow. Search the log of a running Tessera for 'analytics roll-up'.",
      }),
    ];
  },
};

function describeAge(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
