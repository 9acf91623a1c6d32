import { randomInt } from "node:crypto";

/** Letters and digits that look like no other. Without vowels, no code forms a word or, in a spreadsheet, a number such as 12E4. */
const ALPHABET = "23456789BCDFGHJKMNPQRSTVWXYZ";
/** 48 bits: nobody guesses one of 10,000 codes at 30 tries a minute. */
const LENGTH = 10;

/** Returns a random code after a prefix. */
export function newSeriesCode(prefix: string | null): string {
  const random = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return prefix === null ? random : `${prefix}-${random}`;
}
