import { parseUrl } from "./urls.ts";

/**
 * The compared and stored form of texts. Texts that look equal differ in bytes by device and source: each meaning has one
 * form. A `machine` text is not written by people, and stays unchanged.
 */
export type Meaning = "secret" | "identifier" | "code" | "name" | "url" | "machine";

/** Matches more marks on one letter than any script uses. Ordering them would take quadratic time (UAX 15, stream-safe text). */
const TOO_MANY_MARKS = /\p{M}{31}/u;
const normalize = (text: string, form: "NFC" | "NFKC" | "NFKD"): string =>
  TOO_MANY_MARKS.test(text) ? text : text.normalize(form);

const INVISIBLE =
  "\\u00AD\\u061C\\u180E\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB";
/** Matches format and direction characters of copied text, but no joiners, which words of some scripts need. */
const PASTED = new RegExp(`[${INVISIBLE}]`, "gu");
const BLANK = new RegExp(`[\\s${INVISIBLE}]`, "u");

export const withoutPasted = (text: string): string => text.replace(PASTED, "");

/** Removes white space, format and direction characters at both ends. Uses no regular expression, because that would take quadratic time. */
export function trimBlank(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Returns the hashed and compared form of a password (NIST SP 800-63B, "normalization"). */
export const secretOf = (text: string): string => normalize(text, "NFKC");

/** Returns a text for people: composed, without invisible characters at its ends. */
export const nameOf = (text: string): string => trimBlank(normalize(text, "NFC"));

const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** Returns the value of a decimal digit. In Unicode the ten digits of a script follow each other, from zero. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (isDigit(zero - 1)) zero -= 1;
  return String((code - zero) % 10);
}

/** Replaces the digits of every script with 0 to 9. */
export const withAsciiDigits = (text: string): string => text.replace(/[^\P{Nd}0-9]/gu, digitValue);

/** Returns an identifier, such as a handle: full-width letters and digits of any script as plain ones, without invisible characters. */
export const identifierOf = (text: string): string =>
  withAsciiDigits(normalize(text, "NFKC"))
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .trim();

/** Returns a copied code or number: an identifier with plain hyphens. */
export const codeOf = (text: string): string => identifierOf(text).replace(/[\p{Pd}\u2212]/gu, "-");

/** The longest domain and email to parse, because the time to parse a host grows faster than its length. */
const MAX_DOMAIN = 253;

/** Returns a domain in lower case and ASCII, as the URL standard converts it, or the text itself if it is not a domain. */
export function asciiDomain(text: string): string {
  const domain = withoutPasted(text).trim().toLowerCase();
  const isAscii = /^[\0-\x7f]*$/.test(domain);
  if (isAscii || domain.length > MAX_DOMAIN || /[\s/?#@:\\%[\]]/.test(domain)) return domain;
  return parseUrl(`http://${domain}`)?.hostname ?? domain;
}

/** Returns the compared and stored form of an email: lower case, with its domain in ASCII. Digits of a domain stay, because digits of another script are another domain. */
export function emailOf(text: string): string {
  const typed = trimBlank(text);
  const at = Math.max(...["@", "＠", "﹫"].map((sign) => typed.lastIndexOf(sign)));
  if (at < 0) return identifierOf(typed).toLowerCase();
  return `${identifierOf(typed.slice(0, at)).toLowerCase()}@${asciiDomain(typed.slice(at + 1))}`;
}

/** Returns a searched part of an email in the form of stored emails. */
export const emailPartOf = (text: string): string =>
  /[@＠﹫]/u.test(text) ? emailOf(text) : asciiDomain(identifierOf(text));

/** Returns a text in lower case without accents, for searches. */
export const searchable = (text: string): string =>
  normalize(text, "NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** The reasons why a URL cannot be stored. */
export type UrlProblem = "form" | "twice" | "invisible" | "host" | "long";

/** Returns why a text is not an http or https URL with a host, or would be parsed by a browser as another scheme, or undefined. Measures the stored form, because escapes make it longer than the input. */
export function urlProblem(text: string, max: number): UrlProblem | undefined {
  const isMarked = text.search(PASTED) >= 0;
  const visible = isMarked ? withoutPasted(text) : text;
  if (!/^https?:\/\//i.test(visible)) return "form";
  if (/^https?:\/\/https?:?\/\//i.test(visible)) return "twice";
  if (isMarked) return "invisible";
  if (!/^https?:\/\/[^\s/\\?#]/i.test(text)) return "host";
  const url = parseUrl(text);
  if (!url || url.hostname === "") return "host";
  return url.href.length > max ? "long" : undefined;
}
