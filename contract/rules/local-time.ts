import { z } from "zod";
import type { Noun } from "../nouns.ts";
import { boundedText, fieldMessages } from "./fields.ts";
import { isTimeZone } from "./formats.ts";
import { limits } from "./limits.ts";

/** The name of an IANA time zone, as `Europe/Berlin`. */
export const TimeZone = boundedText(fieldMessages.timeZone, limits.timeZone.max)
  .trim()
  .max(limits.timeZone.max)
  .refine(isTimeZone);

const AnyTime = z.iso.datetime({ local: true, offset: true });
const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;

/** True for a time without `Z` or offset, as `2026-11-27T18:00`: it means the creator's time zone. */
export const isLocalTime = (value: string) => !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(value);

/** Milliseconds of an entered time; a local one counts as UTC, for comparisons with other local ones. */
const timeOf = (value: string) => Date.parse(isLocalTime(value) ? `${value}Z` : value);

/** The schema takes hours and minutes alone for local times only. */
const withSeconds = (value: string) => value.replace(/T(\d{2}:\d{2})(?=Z|[+-])/i, "T$1:00");

/** True for a time of the calendar in the years that a schedule may have, no finer than a millisecond. */
function isTime(value: string): boolean {
  if (!AnyTime.safeParse(withSeconds(value)).success || /\.\d{4,}/.test(value)) return false;
  const year = new Date(timeOf(value)).getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** A time as it may be entered: local in the creator's time zone, or an instant with `Z` or an offset. */
export function timeField(noun: Noun) {
  const message = fieldMessages.time({ noun, first: FIRST_YEAR, last: LAST_YEAR });
  return z
    .string({ error: message })
    .max(limits.time.max, { abort: true })
    .refine((value) => value === "" || isTime(value))
    .transform((value) => value || null);
}

/** A local time in a query; an invalid value is treated as absent. */
export const LocalTimeParam = z
  .string()
  .max(limits.time.max)
  .refine((value) => isLocalTime(value) && isTime(value))
  .optional()
  .catch(undefined);

/** True when two entered times are in that order, or cannot be compared before the local one is converted. */
export function isInOrder(earlier: string, later: string): boolean {
  return isLocalTime(earlier) !== isLocalTime(later) || timeOf(earlier) < timeOf(later);
}
