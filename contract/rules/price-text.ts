import { defineMessages, type Message } from "../texts.ts";
import { CURRENCIES, type Currency } from "./currencies.ts";
import { formatAmount } from "./formats.ts";
import { trimBlank, withAsciiDigits, withoutPasted } from "./meanings.ts";

/** The meaning of a typed price. `empty` and `invalid` are saved as 0. `ambiguous` has two readings in cents. `foreign` has a symbol of another currency. */
export type ParsedPrice =
  | { kind: "amount"; cents: number }
  | { kind: "empty" | "invalid" | "foreign" }
  | { kind: "ambiguous"; readings: readonly [number, number] };

const NAMES = Object.entries(CURRENCIES).flatMap(([code, { symbols }]) => [code, ...symbols]);
const NAME = [...new Set(NAMES)]
  .sort((one, other) => other.length - one.length)
  // Not `RegExp.escape`, which the oldest supported browsers lack.
  .map((name) => name.replace(/[.$]/g, "\\$&"))
  .join("|");
const CURRENCY = new RegExp(`^(?:${NAME})\\s*|\\s*(?:${NAME})$`, "gi");
/** Digits with at most one separator, or in groups of three. A group separator is never followed by only one or two digits, and never follows a leading zero: `0,990` is less than one. */
const NOTATIONS = [
  { pattern: /^(?:[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d*)?$/, group: ",", decimal: "." },
  // India, Bangladesh: `12,34,567.00`.
  { pattern: /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d*)?$/, group: ",", decimal: "." },
  { pattern: /^(?:[1-9]\d{0,2}(?:\.\d{3})+),\d*$|^[1-9]\d{0,2}(?:\.\d{3}){2,}$/, group: ".", decimal: "," },
  { pattern: /^(?:[1-9]\d{0,2}(?:\s\d{3})+)(?:\.\d*)?$/, group: " ", decimal: "." },
  { pattern: /^(?:[1-9]\d{0,2}(?:\s\d{3})+),\d*$/, group: " ", decimal: "," },
  { pattern: /^(?:[1-9]\d{0,2}(?:'\d{3})+)(?:\.\d*)?$/, group: "'", decimal: "." },
  { pattern: /^(?:[1-9]\d{0,2}(?:'\d{3})+),\d*$/, group: "'", decimal: "," },
  { pattern: /^(?:\d+\.?\d*|\.\d+)$/, group: "", decimal: "." },
  { pattern: /^(?:\d+,\d*|,\d+)$/, group: "", decimal: "," },
] as const;
/** Matches numbers that are thousands in one notation and a fraction in the other. */
const AMBIGUOUS = /^([1-9]\d{0,2})[.,](\d{3})$/;

/** Returns an amount with plain signs, from digits of any script, apostrophes and dashes. */
const withPlainSigns = (text: string): string =>
  withAsciiDigits(
    trimBlank(withoutPasted(text))
      .replace(/[’‘ʼ´`′٬]/g, "'")
      .normalize("NFKC"),
  )
    .replaceAll("٫", ".")
    // The Arabic comma, which Arabic keyboards have.
    .replaceAll("،", ",")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/(\d)[.,]\s*-{1,2}(?=\D*$)/, "$1");

const isOf = (currency: Currency) => (name: string) =>
  [currency, ...CURRENCIES[currency].symbols].some(
    (own) => own.replace(".", "") === name.trim().toLowerCase().replace(".", ""),
  );

/** No amount is longer. A currency after many spaces would take quadratic time to find. */
const MAX_LENGTH = 100;

/** Reads an amount in the notations of all languages of pages: `12.5`, `12,50 EUR`, `1,250.00`, `1.250,00`, `1'250.00`, `1 250`, `10,-`, `1,25,000.00`. */
export function parsePrice(text: string, currency?: Currency): ParsedPrice {
  const typed = withPlainSigns(text);
  if (typed === "") return { kind: "empty" };
  if (typed.length > MAX_LENGTH) return { kind: "invalid" };
  const sign = typed.startsWith("-") ? -1 : 1;
  const unsigned = typed.slice(sign < 0 ? 1 : 0);
  const names = unsigned.match(CURRENCY) ?? [];
  const amount = unsigned.replace(CURRENCY, "");
  const notation = NOTATIONS.find(({ pattern }) => pattern.test(amount));
  if (!notation) return { kind: "invalid" };
  if (currency && !names.every(isOf(currency))) return { kind: "foreign" };
  const [, before, after] = AMBIGUOUS.exec(amount) ?? [];
  if (after !== undefined)
    return { kind: "ambiguous", readings: [toCents(`${before}.${after}`), toCents(`${before}${after}`)] };
  const plain = amount.replace(/\s/g, " ").replaceAll(notation.group, "").replace(notation.decimal, ".");
  const cents = toCents(plain);
  return { kind: "amount", cents: cents === 0 ? 0 : sign * cents };
}

// Multiplies by exponent, because 1.005 * 100 is a little less than 100.5.
const toCents = (plain: string): number => Math.round(Number(`${plain}e2`));

const messages = defineMessages("prices_as_text", {
  ambiguous: "This could be {one} or {other}. Write {oneText} or {otherText}.",
  foreign: "This price is in {code}. Enter an amount without another currency.",
});

/** Returns why a valid amount cannot be accepted as typed, or undefined. */
export function priceProblem(text: string, currency: Currency): Message | undefined {
  const price = parsePrice(text, currency);
  if (price.kind === "foreign") return messages.foreign({ code: currency.toUpperCase() });
  if (price.kind !== "ambiguous") return undefined;
  const [one, other] = price.readings;
  return messages.ambiguous({
    one: { cents: one, currency },
    other: { cents: other, currency },
    oneText: { cents: one },
    otherText: { cents: other },
  });
}

/** Returns whole cents, or NaN for an invalid price. */
export function centsFromText(text: string, currency?: Currency): number {
  const price = parsePrice(text, currency);
  return price.kind === "amount" ? price.cents : Number.NaN;
}

/** The value of a non-numeric text. Schemas reject this value, and a stored draft keeps it, unlike NaN. */
const NOT_A_NUMBER = -1;

/** Returns whole cents, `empty` for an empty text, or an invalid amount for an invalid text. */
export function amountFromText<Empty>(text: string, empty: Empty, currency?: Currency): number | Empty {
  const amount = parsePrice(text, currency);
  if (amount.kind === "empty") return empty;
  return amount.kind === "amount" ? amount.cents : NOT_A_NUMBER;
}

/** Returns a whole number, `empty` for an empty text, or an invalid number for an invalid text. */
export function wholeFromText<Empty>(text: string, empty: Empty): number | Empty {
  const typed = withAsciiDigits(trimBlank(text));
  if (typed === "") return empty;
  return /^\d{1,9}$/.test(typed) ? Number(typed) : NOT_A_NUMBER;
}

/** Formats an amount for the price field, with the decimal sign of the language: `12.50` or `12,50`. Without groups, because `1.250` has two readings. */
export const textFromCents = (cents: number): string => formatAmount(cents);
