import { formatDate } from "../../contract/rules/formats.ts";
import { formatDay } from "./format.ts";

/** Returns an instant as local date and time in a time zone, as `datetime-local` fields need it: `2026-11-27T18:00`. */
export function toLocalInput(instant: string | null, timeZone: string): string {
  if (instant === null) return "";
  // Swedish writes dates as ISO 8601 does.
  const local = formatDate(instant, { dateStyle: "short", timeStyle: "short", timeZone }, "sv-SE");
  return local.replace(" ", "T");
}

/** Formats an instant in a time zone for a table: `27 Nov 2026, 18:00`. */
export function formatInstant(instant: string, timeZone = "UTC"): string {
  return formatDate(instant, { dateStyle: "medium", timeStyle: "short", timeZone });
}

/** Formats a calendar date, independent of time zones: `27 November 2026`. */
export const formatCalendarDay = (day: string): string => formatDay(day);

/** Returns the saved instant if the entered local time is unchanged, otherwise the entered time. The local time alone would be ambiguous in the hour that the end of daylight saving time repeats. */
export const keepUnchangedTime = (
  entered: string | null,
  before: string | null | undefined,
  timeZone: string,
): string | null => (before && entered === toLocalInput(before, timeZone) ? before : entered);

type EnteredTimes = { startsAt: string | null; endsAt: string | null };
type SavedTimes = { starts_at: string | null; ends_at: string | null };

/** Returns a form's input with the saved instants of an unchanged start and end. */
export function keepUnchangedTimes<Input extends EnteredTimes>(
  input: Input,
  before: SavedTimes | null,
  timeZone: string,
): Input {
  return {
    ...input,
    startsAt: keepUnchangedTime(input.startsAt, before?.starts_at, timeZone),
    endsAt: keepUnchangedTime(input.endsAt, before?.ends_at, timeZone),
  };
}
