import { formatInstant } from "../lib/local-time.ts";

/** A date of a list, short and in UTC, with the time unless only the day is requested. */
export function Timestamp({ at, show = "time" }: { at: string; show?: "day" | "time" }) {
  const full = formatInstant(at);
  const [day] = full.split(",");
  return (
    <time dateTime={at} title={`${full} UTC`} className="whitespace-nowrap">
      {show === "day" ? day : full}
    </time>
  );
}
