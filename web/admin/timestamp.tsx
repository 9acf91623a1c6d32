const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" });

/** A date of a list, short and in UTC, with the time unless only the day is asked for. */
export function Timestamp({ at, show = "time" }: { at: string; show?: "day" | "time" }) {
  const date = new Date(at);
  const full = `${day.format(date)}, ${clock.format(date)}`;
  return (
    <time dateTime={at} title={`${full} UTC`} className="whitespace-nowrap">
      {show === "day" ? day.format(date) : full}
    </time>
  );
}
