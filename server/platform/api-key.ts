import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

/** Scanners of source code and logs find leaked keys by this prefix, and discard lookalikes by the checksum. */
const PREFIX = "tsk_";
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
/** The characters of a key that lists show. */
const SHOWN_LENGTH = PREFIX.length + 6;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORM = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);
const IN_URL = new RegExp(`tsk(?:_|%5f)[0-9a-z]{${RANDOM_LENGTH}}`, "i");

/** Returns a new secret with 238 random bits: prefix, 40 digits to base 62, and their CRC-32. */
export function newApiKey(): string {
  const digits = Array.from({ length: RANDOM_LENGTH }, () => DIGITS.charAt(randomInt(DIGITS.length)));
  const random = digits.join("");
  return PREFIX + random + checksumOf(random);
}

/** Returns whether a text has the form and checksum of an API key, so that no other text causes a query. */
export function isApiKey(text: string): boolean {
  const [, random, checksum] = FORM.exec(text) ?? [];
  return random !== undefined && checksumOf(random) === checksum;
}

export const shownPartOf = (secret: string): string => secret.slice(0, SHOWN_LENGTH);

/** Returns whether a URL contains an API key. Proxies, browsers and logs store URLs. */
export const hasApiKey = (url: string): boolean => IN_URL.test(url);

function checksumOf(random: string): string {
  let digits = "";
  for (let rest = crc32(random); rest > 0; rest = Math.floor(rest / DIGITS.length))
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
  return digits.padStart(CHECKSUM_LENGTH, "0");
}
