import { defineMessages } from "../../../../contract/texts.ts";
import { LATE_SECONDS, readOldestPending } from "../../analytics/index.ts";
import { type Check, fault, ok, shared, warning } from "../check.ts";

const STUCK_SECONDS = 3600;

const messages = defineMessages("check_visit_counts", {
  name: "Visit counts",
  current: "the daily counts are up to date",
  late: "the oldest visit has waited for {unit, select, minutes {{age} min} hours {{age} h} other {{age} days}} to be counted",
  lateAdvice:
    "The figures are right, but the table of waiting counts grows. The database may be too slow. Search the log of a running Tessera for 'analytics roll-up'.",
});

/** Reads how long the oldest visit has waited for its daily count. */
export const visitCountsCheck: Check = {
  id: "visit_counts",
  name: messages.name,
  advice: shared.startOnce,
  needsDatabase: true,
  async run({ db }) {
    const seconds = (await readOldestPending(db)) ?? 0;
    if (seconds < LATE_SECONDS) return [ok({ seen: messages.current })];
    const level = seconds < STUCK_SECONDS ? warning : fault;
    return [level({ seen: messages.late(ageOf(seconds)), advice: messages.lateAdvice })];
  },
};

function ageOf(seconds: number): { age: number; unit: "minutes" | "hours" | "days" } {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return { age: minutes, unit: "minutes" };
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? { age: hours, unit: "hours" } : { age: Math.floor(hours / 24), unit: "days" };
}
