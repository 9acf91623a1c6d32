import { currentLanguage } from "../translation.ts";

/** Formats numbers, money, dates and names in a language, by default the current one. No other file uses `Intl`. Formats are cached, because creating one takes longer than using it. */
function cached<Options, Format>(make: (language: string, options: Options) => Format) {
  const formats = new Map<string, Format>();
  return (language: string, options: Options): Format => {
    const key = `${language} ${JSON.stringify(options)}`;
    const format = formats.get(key) ?? make(language, options);
    formats.set(key, format);
    return format;
  };
}

const numbers = cached(
  (language, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);
const dates = cached(
  (language, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);
const names = cached(
  (language, type: "region" | "language") => new Intl.DisplayNames([language], { type, fallback: "none" }),
);
const order = cached((language) => new Intl.Collator(language));
const spans = cached((language) => new Intl.RelativeTimeFormat(language, { numeric: "always" }));
const lists = cached((language) => new Intl.ListFormat(language));

/** The locale of dates and lists. English is British: the day comes before the month, and lists are "a, b and c". */
const british = (language: string) => (language === "en" ? "en-GB" : language);

/** Returns a number with the separators of a language: `1,204`. */
export function formatNumber(
  value: number,
  options?: Intl.NumberFormatOptions,
  language = currentLanguage(),
): string {
  return numbers(language, options).format(value);
}

/** Formats hundredths in a language, with a minus sign for negative amounts. */
export function formatMoney(cents: number, currency: string, language = currentLanguage()): string {
  // Two decimals for every currency, because all amounts are in hundredths and Intl would round forints.
  return formatWithDecimals(cents, currency, { decimals: 2, language });
}

/** Formats hundredths as people type them in a language: `1250.00`, `1250,00`. */
export function formatAmount(cents: number, language = currentLanguage()): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
  return formatNumber(cents / 100, digits, language);
}

/** Formats an amount like `formatMoney`, but a whole one without decimals: `€1,000`. */
export function formatShortMoney(cents: number, currency: string, language = currentLanguage()): string {
  return formatWithDecimals(cents, currency, { decimals: cents % 100 === 0 ? 0 : 2, language });
}

function formatWithDecimals(
  cents: number,
  currency: string,
  { decimals, language }: { decimals: number; language: string },
): string {
  const code = currency.toUpperCase();
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  // A page must render even if a stored currency code is invalid.
  const amount = /^[A-Z]{3}$/.test(code)
    ? formatNumber(cents / 100, { style: "currency", currency: code, ...digits }, language)
    : (cents / 100).toFixed(decimals);
  return amount.replace("-", "−");
}

const MB = 1024 * 1024;
/** Formats the size of a disk or a folder: `255 MB`, `1.5 GB`. */
export function formatSize(bytes: number, language = currentLanguage()): string {
  if (bytes < 1024 * MB) return `${Math.floor(bytes / MB)} MB`;
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
  return `${formatNumber(bytes / 1024 / MB, digits, language)} GB`;
}

/** Returns a date, a time or both, in UTC unless the options name a time zone. */
export function formatDate(
  iso: string,
  options: Intl.DateTimeFormatOptions,
  language = currentLanguage(),
): string {
  return dates(british(language), { timeZone: "UTC", ...options }).format(new Date(iso));
}

/** Returns a span of time without what both ends have in common: `Wed 12 May 2027, 20:00–22:30 CEST`. */
export function formatDateRange(
  start: string,
  end: string,
  options: Intl.DateTimeFormatOptions,
  language = currentLanguage(),
): string {
  return dates(british(language), options).formatRange(new Date(start), new Date(end));
}

/** Formats a time in the past: `3 days ago`. */
export function formatSpan(
  amount: number,
  unit: "day" | "hour" | "minute" | "second",
  language = currentLanguage(),
): string {
  return spans(language, undefined).format(amount, unit);
}

/** Returns the name of a unit after a number: `days`. */
export function formatUnit(count: number, unit: "day" | "hour" | "minute", language = currentLanguage()) {
  const parts = numbers(language, { style: "unit", unit, unitDisplay: "long" }).formatToParts(count);
  return parts.find(({ type }) => type === "unit")?.value;
}

/** Joins the parts of an address or of a time by the comma of a language. */
export function joinByComma(parts: readonly string[], language = currentLanguage()): string {
  return parts.join(/^(ar|fa|ur)\b/.test(language) ? "، " : ", ");
}

/** Joins texts: `a, b and c`. */
export function formatList(texts: Iterable<string>, language = currentLanguage()): string {
  return lists(british(language), undefined).format(texts);
}

/** Returns the name of a country or language. Its spelling depends on the platform. */
export function nameOf(
  code: string,
  type: "region" | "language",
  language = currentLanguage(),
): string | undefined {
  return names(language, type).of(code);
}

/** Returns a text with its first letter in upper case by the rules of a language. */
export const capitalized = (text: string, language = currentLanguage()): string =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

/** Compares two names for sorting. */
export function compareNames(one: string, other: string, language = currentLanguage()): number {
  return order(language, undefined).compare(one, other);
}

/** Returns the country of a language tag such as `de-AT`. */
export const regionOf = (tag: string): string | undefined => new Intl.Locale(tag).region;

/** Returns a language with its likely country, in the form of Open Graph: `de_DE` (https://ogp.me, Unicode likely subtags). */
export function openGraphLocale(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return region ? `${language}_${region}` : language;
}

/** Returns the time zone of this browser, or UTC. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
export const listTimeZones = (): string[] => Intl.supportedValuesOf("timeZone");

/** True for a known name of the IANA time zone database. An offset such as `+01:00` has no daylight saving time and is rejected. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
