import { formatMoney } from "../../contract/money.ts";

export { formatMoney };

/** Returns what a buyer pays: "Free", or the amount. */
export function formatPrice(cents: number, currency: string): string {
  return cents === 0 ? "Free" : formatMoney(cents, currency);
}

/** First letters of the words of a name, upper case, at most two. */
export function initials(name: string): string {
  return firstLetters(name, 2);
}

/** The letter that stands for a tile or a person without a picture. */
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

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/** A day in words, the same on the server and in every browser: `21 November 2026`. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso));
}

/** A moment in words: `21 November 2026, 14:05 UTC`. */
export function formatTimestamp(iso: string): string {
  const moment = new Date(iso);
  return `${day.format(moment)}, ${clock.format(moment)} UTC`;
}

/** Returns a fee as a percentage: `5.00%`. */
export function formatFee(feeBps: number): string {
  return `${(feeBps / 100).toFixed(2)}%`;
}
