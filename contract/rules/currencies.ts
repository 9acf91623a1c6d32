import { defineMessages, type Message } from "../texts.ts";
import { limits } from "./limits.ts";

type CurrencyRules = {
  /** The smallest total that card providers charge, in minor units. */
  min: number;
  /** The largest total that card providers charge, in minor units. */
  max: number;
  /** The smallest and largest tip that a buyer may choose, in minor units. */
  tip: { min: number; max: number };
  /** Other accepted notations of the currency beside an amount, in lower case: those that people type, and those of pages in each language. */
  symbols: readonly string[];
};

const { max } = limits.priceCents;

/**
 * Every supported currency: the currencies with two decimals at Stripe, with Stripe's minimum charges
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). Schemas, the database, providers and forms
 * follow this table. It contains no validator, because public pages load it, too.
 */
export const CURRENCIES = {
  eur: { min: 50, max, tip: { min: 50, max: 100_000 }, symbols: ["€"] },
  usd: { min: 50, max, tip: { min: 50, max: 100_000 }, symbols: ["$", "us$", "$us", "$ us", "щ.д."] },
  gbp: { min: 30, max, tip: { min: 50, max: 100_000 }, symbols: ["£", "uk£", "£gb"] },
  chf: { min: 50, max, tip: { min: 50, max: 100_000 }, symbols: ["fr."] },
  sek: { min: 300, max, tip: { min: 500, max: 1_000_000 }, symbols: ["kr"] },
  nok: { min: 300, max, tip: { min: 500, max: 1_000_000 }, symbols: ["kr", "nkr"] },
  dkk: { min: 250, max, tip: { min: 500, max: 750_000 }, symbols: ["kr.", "dkr"] },
  pln: { min: 200, max, tip: { min: 200, max: 500_000 }, symbols: ["zł"] },
  czk: { min: 1_500, max, tip: { min: 1_500, max: 2_500_000 }, symbols: ["kč"] },
  ron: { min: 200, max, tip: { min: 250, max: 500_000 }, symbols: ["lei"] },
  huf: { min: 17_500, max, tip: { min: 20_000, max: 40_000_000 }, symbols: ["ft"] },
  cad: { min: 50, max, tip: { min: 50, max: 150_000 }, symbols: ["$", "ca$", "c$", "$ca", "$ ca"] },
  aud: { min: 50, max, tip: { min: 50, max: 150_000 }, symbols: ["$", "au$", "a$", "$au", "$ au"] },
  nzd: { min: 50, max, tip: { min: 50, max: 150_000 }, symbols: ["$", "nz$", "$nz", "$ nz"] },
} as const satisfies Record<string, CurrencyRules>;

/** A currency by its ISO 4217 code in lower case. */
export type Currency = keyof typeof CURRENCIES;

export const CURRENCY_CODES = Object.keys(CURRENCIES) as Currency[];

export function isCurrency(code: string): code is Currency {
  return Object.hasOwn(CURRENCIES, code);
}

/** Returns the bounds of a currency, or undefined if it is not supported. */
export function findCurrency(code: string): CurrencyRules | undefined {
  return isCurrency(code) ? CURRENCIES[code] : undefined;
}

/** The currencies as a list in SQL. */
export const CURRENCIES_IN_SQL = CURRENCY_CODES.map((code) => `'${code}'`).join(", ");

const NAMES = CURRENCY_CODES.map((code) => code.toUpperCase()).join(", ");

const messages = defineMessages("currencies", {
  unsupported: "{code} is not supported. Choose one of {names}.",
  unsupportedText: "This currency is not supported. Choose one of {names}.",
});

/** Returns the message for an unsupported currency. It repeats a code, but no other text. */
export function unsupportedCurrency(given: unknown): Message {
  const code =
    typeof given === "string" && /^\s*[a-z]{3}\s*$/i.test(given) ? given.trim().toUpperCase() : null;
  return code ? messages.unsupported({ code, names: NAMES }) : messages.unsupportedText({ names: NAMES });
}
