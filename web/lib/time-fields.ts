import { formatDate } from "../../contract/rules/formats.ts";
import { formatDay } from "./format.ts";

/** Returns an instant as local date and time in a time zone, to the minute, as `datetime-local` fields have it: `2026-11-27T18:00`. */
export function toLocalInput(instant: string | null, timeZone: string): string {
  if (instant === null) return "";
  // Swedish writes dates as ISO 8601 does.
  const local = formatDate(instant, { dateStyle: "short", timeStyle: "short", timeZone }, "sv-SE");
  return local.replace(" ", "T");
}

/** Formats an instant in a time zone, in the length that fits a table: `27 Nov 2026, 18:00`. */
export function formatInstant(instant: string, timeZone = "UTC"): string {
  return formatDate(instant, { dateStyle: "medium", timeStyle: "short", timeZone });
}

/** Formats a calendar day, which is the same in every time zone: `27 November 2026`. */
export const formatCalendarDay = (day: string): string => formatDay(day);

/** Returns what is saved of an entered time: one that was not changed stays the instant that it was, also in the hour that occurs twice. */
export const keepUnchangedTime = (
  entered: string | null,
  before: string | null | undefined,
  timeZone: string,
): string | null => (before && entered === toLocalInput(before, timeZone) ? before : entered);

type EnteredTimes = { startsAt: string | null; endsAt: string | null };
type SavedTimes = { starts_at: string | null; ends_at: string | null };

/** Returns what is saved of a form with a start and an end. */
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
