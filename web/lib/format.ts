import { formatMoney } from "../../contract/rules/formats.ts";

export { formatMoney };

/** Returns what a buyer pays: "Free", or the amount. */
export function formatPrice(cents: number, currency: string, language?: string): string {
  return cents === 0 ? "Free" : formatMoney(cents, currency, language);
}

/** Returns the first letters of a name's words in upper case, at most two. */
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

const formats = new Map<string, { day: Intl.DateTimeFormat; clock: Intl.DateTimeFormat }>();

function formatsOf(language: string) {
  // Dates in English are British: the day before the month.
  const locale = language === "en" ? "en-GB" : language;
  const known = formats.get(locale) ?? {
    day: new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }),
    clock: new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", timeZone: "UTC" }),
  };
  formats.set(locale, known);
  return known;
}

/** Formats a day in a language, the same on the server and in every browser: `21 November 2026`. */
export function formatDay(iso: string, language = "en"): string {
  return formatsOf(language).day.format(new Date(iso));
}

/** Formats an instant in a language: `21 November 2026, 14:05 UTC`. */
export function formatTimestamp(iso: string, language = "en"): string {
  const moment = new Date(iso);
  const { day, clock } = formatsOf(language);
  return `${day.format(moment)}, ${clock.format(moment)} UTC`;
}

/** Returns a fee as a percentage: `5.00%`. */
export function formatFee(feeBps: number): string {
  return `${(feeBps / 100).toFixed(2)}%`;
}

/** Formats a count with its noun: `1 person`, `1,204 people`. */
export function formatCount(count: number, [one, many]: readonly [string, string]): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${many}`;
}
