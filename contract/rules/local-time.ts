import { z } from "zod";
import type { Noun } from "../nouns.ts";
import { fieldMessages } from "./fields.ts";
import { isTimeZone } from "./formats.ts";
import { limits } from "./limits.ts";
import { codeText, identifierText } from "./text-fields.ts";

/** The name of an IANA time zone, such as `Europe/Berlin`. */
export const TimeZone = identifierText(fieldMessages.timeZone, limits.timeZone.max).refine(isTimeZone);

const AnyTime = z.iso.datetime({ local: true, offset: true });
const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;

/** True for a time without `Z` or offset, such as `2026-11-27T18:00`, in the creator's time zone. */
export const isLocalTime = (value: string) => !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(value);

/** Returns the milliseconds of an entered time. A local time counts as UTC, for comparisons with other local times. */
const timeOf = (value: string) => Date.parse(isLocalTime(value) ? `${value}Z` : value);

/** Adds missing seconds to an instant, because the schema accepts times without seconds only if they are local. */
const withSeconds = (value: string) => value.replace(/T(\d{2}:\d{2})(?=Z|[+-])/i, "T$1:00");

/** The form of a time, to the millisecond at most. Also matches days that do not exist in the calendar. */
const FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?$/;

/** Returns why a text is not a valid time for a schedule, or undefined. */
function timeProblem(value: string): "form" | "calendar" | "range" | undefined {
  if (!FORM.test(value)) return "form";
  if (!AnyTime.safeParse(withSeconds(value)).success) return "calendar";
  const year = new Date(timeOf(value)).getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? undefined : "range";
}

/** True for a day of the calendar within the range of times, such as `2026-11-27`. */
export const isDay = (value: string): boolean => timeProblem(`${value}T00:00`) === undefined;

/** An entered time: local in the creator's time zone, or an instant with `Z` or an offset. */
export function timeField(noun: Noun) {
  const messages = {
    form: fieldMessages.time({ noun }),
    calendar: fieldMessages.timeOfCalendar({ noun }),
    range: fieldMessages.timeRange({ noun, first: FIRST_YEAR, last: LAST_YEAR }),
  };
  return codeText(messages.form, limits.time.max)
    .superRefine((value, context) => {
      const problem = value === "" ? undefined : timeProblem(value);
      if (problem) context.addIssue({ code: "custom", message: messages[problem] });
    })
    .transform((value) => value || null);
}

/** A local time in a query. An invalid value counts as missing. */
export const LocalTimeParam = codeText(fieldMessages.time({ noun: "The time" }), limits.time.max)
  .refine((value) => isLocalTime(value) && timeProblem(value) === undefined)
  .optional()
  .catch(undefined);

/** Returns true if two times are in order, or cannot be compared before the local time is converted. */
export function isInOrder(earlier: string, later: string): boolean {
  return isLocalTime(earlier) !== isLocalTime(later) || timeOf(earlier) < timeOf(later);
}
