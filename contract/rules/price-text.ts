import { CURRENCIES } from "./currencies.ts";

/** What a price means as typed: `empty` and `invalid` are saved as 0. */
export type ParsedPrice = { kind: "amount"; cents: number } | { kind: "empty" } | { kind: "invalid" };

const NAMES = Object.entries(CURRENCIES).flatMap(([code, { symbols }]) => [code, ...symbols]);
const NAME = [...new Set(NAMES)]
  .sort((one, other) => other.length - one.length)
  // RegExp.escape is newer than the oldest supported browsers.
  .map((name) => name.replace(/[.$]/g, "\\$&"))
  .join("|");
const CURRENCY = new RegExp(`^(?:${NAME})\\s*|\\s*(?:${NAME})$`, "gi");
/** Digits with at most one separator, or in groups of three: a group separator is never followed by only one or two digits. */
const NOTATIONS = [
  { pattern: /^(?:\d{1,3}(?:,\d{3})+)(?:\.\d*)?$/, group: ",", decimal: "." },
  { pattern: /^(?:\d{1,3}(?:\.\d{3})+),\d*$|^\d{1,3}(?:\.\d{3}){2,}$/, group: ".", decimal: "," },
  { pattern: /^(?:\d{1,3}(?:\s\d{3})+)(?:\.\d*)?$/, group: " ", decimal: "." },
  { pattern: /^(?:\d{1,3}(?:\s\d{3})+),\d*$/, group: " ", decimal: "," },
  { pattern: /^(?:\d+\.?\d*|\.\d+)$/, group: "", decimal: "." },
  { pattern: /^(?:\d+,\d*|,\d+)$/, group: "", decimal: "," },
] as const;

/** Reads an amount in the notations of English, German and French: `12.5`, `12,50 EUR`, `1,250.00`, `1.250,00`, `1 250`. */
export function parsePrice(text: string): ParsedPrice {
  const typed = text.trim();
  if (typed === "") return { kind: "empty" };
  const sign = /^[-−]/.test(typed) ? -1 : 1;
  const amount = typed.slice(sign < 0 ? 1 : 0).replace(CURRENCY, "");
  const notation = NOTATIONS.find(({ pattern }) => pattern.test(amount));
  if (!notation) return { kind: "invalid" };
  const plain = amount.replace(/\s/g, " ").replaceAll(notation.group, "").replace(notation.decimal, ".");
  // By exponent, because 1.005 * 100 is a little less than 100.5.
  const cents = Math.round(Number(`${plain}e2`));
  return { kind: "amount", cents: cents === 0 ? 0 : sign * cents };
}

/** Returns whole cents; NaN for what is not a price. */
export function centsFromText(text: string): number {
  const price = parsePrice(text);
  return price.kind === "amount" ? price.cents : Number.NaN;
}

/** The value of a text that is not a number: schemas reject it, and a draft with it can be restored, unlike one with NaN. */
const NOT_A_NUMBER = -1;

/** Returns whole cents, `empty` where nothing was typed, and an invalid amount for what is not a price. */
export function amountFromText<Empty>(text: string, empty: Empty): number | Empty {
  const amount = parsePrice(text);
  if (amount.kind === "empty") return empty;
  return amount.kind === "amount" ? amount.cents : NOT_A_NUMBER;
}

/** Returns a whole number, `empty` where nothing was typed, and an invalid number for anything else. */
export function wholeFromText<Empty>(text: string, empty: Empty): number | Empty {
  const typed = text.trim();
  if (typed === "") return empty;
  return /^\d{1,9}$/.test(typed) ? Number(typed) : NOT_A_NUMBER;
}

/** Returns an amount as the price field shows it. */
export function textFromCents(cents: number): string {
  return (cents / 100).toFixed(2);
}
