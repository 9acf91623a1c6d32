import { randomInt } from "node:crypto";

/** Letters and digits without look-alikes and vowels, so that no code is a word or, in a spreadsheet, a number such as 12E4. */
const ALPHABET = "23456789BCDFGHJKMNPQRSTVWXYZ";
/** 48 random bits, so that nobody guesses one of 10,000 codes with 30 tries a minute. */
const LENGTH = 10;

/** Returns a random code after a prefix. */
export function newSeriesCode(prefix: string | null): string {
  const random = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return prefix === null ? random : `${prefix}-${random}`;
}
