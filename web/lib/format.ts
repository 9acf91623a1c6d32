import {
  formatDate,
  formatDateRange,
  formatMoney,
  formatNumber,
  joinByComma,
} from "../../contract/rules/formats.ts";
import { t } from "../../contract/texts.ts";
import { currentLanguage } from "../../contract/translation.ts";

export { formatList, formatMoney, formatNumber } from "../../contract/rules/formats.ts";

/** Returns the buyer's price: "Free", or the amount. */
export function formatPrice(cents: number, currency: string, language?: string): string {
  return cents === 0 ? t("Free") : formatMoney(cents, currency, language);
}

/** Returns the upper-case first letters of a name's words, at most two. */
export function initials(name: string): string {
  return firstLetters(name, 2);
}

/** Returns the letter shown in place of a missing image. */
export function firstLetter(title: string): string {
  return firstLetters(title, 1) || "•";
}

function firstLetters(text: string, most: number): string {
  return text
    .split(/\s+/)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? Array.from(word).slice(0, 1))
    .slice(0, most)
    .map((letter) => Array.from(letter.toUpperCase())[0])
    .join("");
}

/** Formats a day in a language, the same on the server and in every browser: `21 November 2026`. */
export function formatDay(iso: string, language = currentLanguage()): string {
  return formatDate(iso, { dateStyle: "long" }, language);
}

/** Formats an instant in a language with its time zone: `21 November 2026, 14:05 UTC`. */
export function formatTimestamp(iso: string, timeZone = "UTC", language = currentLanguage()): string {
  const day = formatDate(iso, { dateStyle: "long", timeZone }, language);
  const clock = { hour: "2-digit", minute: "2-digit", timeZoneName: "short", timeZone } as const;
  return joinByComma([day, formatDate(iso, clock, language)], language);
}

/** Formats the time of an event in its zone: `Wed 12 May 2027, 20:00–22:30 CEST`. */
export function formatEventTime(
  { starts_at, ends_at, time_zone }: { starts_at: string; ends_at: string | null; time_zone: string },
  language = currentLanguage(),
): string {
  const options = {
    weekday: "short",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone: time_zone,
  } as const;
  return ends_at === null
    ? formatDate(starts_at, options, language)
    : formatDateRange(starts_at, ends_at, options, language);
}

/** Returns a fee as a percentage: `5.00%`. */
export function formatFee(feeBps: number): string {
  return formatPercent(feeBps / 10_000, 2);
}

/** Returns a share of 1 as a percentage: `4%`, or `4.2%` with one decimal. */
export function formatPercent(share: number, decimals = 0): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return formatNumber(share, { style: "percent", ...digits });
}
