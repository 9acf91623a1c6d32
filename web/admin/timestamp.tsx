const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" });

/** A moment as it fits into a table, in UTC; the hour on demand or always. */
export function Timestamp({ at, show = "moment" }: { at: string; show?: "day" | "moment" }) {
  const moment = new Date(at);
  const whole = `${day.format(moment)}, ${clock.format(moment)}`;
  return (
    <time dateTime={at} title={`${whole} UTC`} className="whitespace-nowrap">
      {show === "day" ? day.format(moment) : whole}
    </time>
  );
}
