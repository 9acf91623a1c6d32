/** Returns an instant as local date and time in a time zone, to the minute, as `datetime-local` fields have it: `2026-11-27T18:00`. */
export function toLocalInput(instant: string | null, timeZone: string): string {
  if (instant === null) return "";
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "short",
    timeZone,
  });
  return format.format(new Date(instant)).replace(" ", "T");
}

/** Returns the time zone of this browser; UTC where it has none. */
export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** Formats an instant in a time zone: `27 Nov 2026, 18:00`. */
export function formatInstant(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone });
  return format.format(new Date(instant));
}
