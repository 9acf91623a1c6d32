import { useQueryClient } from "@tanstack/react-query";
import { meQuery } from "../lib/session.ts";
import { formatInstant } from "../lib/time-fields.ts";

type TimestampProps = { at: string; show?: "day" | "time"; className?: string };

/** A date of the console, in the time zone of the signed-in creator, with the time unless only the day is requested. UTC is named. */
export function Timestamp({ at, show = "time", className = "" }: TimestampProps) {
  const zone = useQueryClient().getQueryData(meQuery.queryKey)?.time_zone ?? "UTC";
  const full = formatInstant(at, zone);
  const [day] = full.split(",");
  return (
    <time
      dateTime={at}
      title={`${full}, ${zone.replaceAll("_", " ")}`}
      className={`whitespace-nowrap ${className}`.trimEnd()}
    >
      {show === "day" ? day : `${full}${zone === "UTC" ? " UTC" : ""}`}
    </time>
  );
}
