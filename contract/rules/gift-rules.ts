import { formatDate } from "./formats.ts";

/** Maximum lengths of what a buyer writes for a gift. */
export const giftLimits = { name: { max: 80 }, line: { max: 300 } } as const;

/** The hour at which a gift of a later day is sent, in the creator's time zone. */
export const GIFT_HOUR = 8;

/** Hours between planning or changing a gift and sending it, in which its payer can stop it. */
export const GIFT_DELAY_HOURS = 1;

/** Hours after the sending in which the payer can still take a gift back, by the link of an email. */
export const GIFT_STOP_HOURS = 72;

const YEARS_AHEAD = 1;

/** Returns the day of a time in a time zone, as `2026-11-28`. */
export function dayIn(time: Date, timeZone: string): string {
  const options = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return formatDate(time.toISOString(), options).split("/").reverse().join("-");
}

/** Returns the first and last day on which a gift can be sent: today in a time zone, to a year ahead. */
export function giftDays(now: Date, timeZone: string): { first: string; last: string } {
  const first = dayIn(now, timeZone);
  const ahead = new Date(first);
  ahead.setUTCFullYear(ahead.getUTCFullYear() + YEARS_AHEAD);
  const last = ahead.toISOString().slice(0, 10);
  return { first, last };
}
