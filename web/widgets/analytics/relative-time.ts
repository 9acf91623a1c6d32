import { formatSpan } from "../../../contract/rules/formats.ts";

const STEPS = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3600 },
  { unit: "minute", seconds: 60 },
] as const;

/** Describes a past time in whole seconds, minutes, hours or days. A future time (clocks differ) is 0 seconds ago. */
export function timeAgo(iso: string, now: Date): string {
  const passed = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 1000));
  const step = STEPS.find(({ seconds }) => passed >= seconds) ?? { unit: "second" as const, seconds: 1 };
  // Negative zero also formats as the past.
  return formatSpan(-Math.floor(passed / step.seconds), step.unit);
}
