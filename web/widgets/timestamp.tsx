import { useQueryClient } from "@tanstack/react-query";
import { meQuery } from "../lib/session.ts";
import { formatInstant } from "../lib/time-fields.ts";

type TimestampProps = { at: string; show?: "day" | "time"; className?: string };

/** A date of the console in the creator's time zone, with the time unless only the day is requested. Names UTC. */
export function Timestamp({ at, show = "time", className = "" }: TimestampProps) {
  const zone = useQueryClient().getQueryData(meQuery.queryKey)?.time_zone ?? "UTC";
  const full = formatInstant(at, zone);
  const [day] = full.split(",");
  return (
    <time
      dateTime={at}
      dir="auto"
      title={`${full}, ${zone.replaceAll("_", " ")}`}
      className={`whitespace-nowrap ${className}`.trimEnd()}
    >
      {show === "day" ? day : `${full}${zone === "UTC" ? " UTC" : ""}`}
    </time>
  );
}
