import { IntlMessageFormat, type PrimitiveType } from "intl-messageformat";
import { directionOf } from "./rules/directions.ts";

/** English texts with their translations. */
export type Dictionary = ReadonlyMap<string, string>;

/** The texts that the console's document loads before its script. Absent in English. Scripts of other areas, in the folder `base`, add theirs. */
export type ConsoleTexts = { language: string; base: string; texts: Map<string, string> };
declare global {
  var consoleTexts: ConsoleTexts | undefined;
}

let dictionaryOf: (language: string) => Dictionary | undefined = () => undefined;
let language = "en";

/** Sets where dictionaries come from. The server and each of its bundles have this file once, and each is told. */
export function setDictionaries(source: (language: string) => Dictionary | undefined): void {
  dictionaryOf = source;
}

/** Returns the language of the texts, dates and prices that are rendered now. */
export const currentLanguage = (): string => language;

/** Sets the language of everything that is rendered from now on. A browser has one; the server calls `inLanguage`. */
export function setLanguage(wanted: string): void {
  language = wanted;
}

/** Calls `render` in a language. `render` must not wait, because another page would be rendered in its language meanwhile. */
export function inLanguage<T>(wanted: string, render: () => T): T {
  const before = language;
  language = wanted;
  try {
    return render();
  } finally {
    language = before;
  }
}

const formats = new Map<string, IntlMessageFormat>();

/** Returns the format of a text in the grammar of ICU MessageFormat, cached, because reading one takes longer than using it. */
function formatOf(text: string, locale: string): IntlMessageFormat {
  const key = `${locale} ${text}`;
  const format = formats.get(key) ?? new IntlMessageFormat(text, locale);
  formats.set(key, format);
  return format;
}

/** Only these characters have a meaning in a text. */
const GRAMMAR = /[{<]/;

/**
 * Writes a text with its translation, or with the English text if there is none or it is faulty: anybody may edit a
 * translation, and a brace that is missing must not cost a page.
 */
function write<Result>(english: string, writeIn: (text: string, locale: string) => Result): Result {
  const translated = dictionaryOf(language)?.get(english);
  try {
    if (translated !== undefined) return writeIn(translated, language);
  } catch {
    // `npm run locales -- check` names the fault.
  }
  return writeIn(english, "en");
}

/**
 * A name or an amount in a text of another direction, between the characters FIRST STRONG ISOLATE and POP DIRECTIONAL
 * ISOLATE: a Latin name or a minus sign would otherwise reorder the words around it. A choice of words compares it as it was given.
 */
class Isolated {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  toString(): string {
    return this.#value;
  }
  /** Returns the text of a part of a sentence, and any other part unchanged. */
  static shown<Part>(part: Part): Part | string {
    return part instanceof Isolated ? `\u2068${part.#value}\u2069` : part;
  }
}

/** Letters that are written from right to left: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Returns the values of a text with its strings isolated if the text or a value is written from right to left, and
 * functions that get them as text. In `Sold: {product}, €15.00`, a Hebrew name would otherwise take the price to its other side.
 */
function isolated<Value>(values: Record<string, Value>, locale: string): Record<string, Value> {
  const isRightToLeft = directionOf(locale) === "rtl";
  const isForeign = (value: unknown): value is string =>
    typeof value === "string" && value !== "" && (isRightToLeft || RIGHT_TO_LEFT.test(value));
  if (!Object.values(values).some(isForeign)) return values;
  const each = Object.entries(values).map(([name, value]) => {
    if (isForeign(value)) return [name, new Isolated(value)];
    return [
      name,
      typeof value === "function" ? (parts: unknown[]) => value(parts.map(Isolated.shown)) : value,
    ];
  });
  return Object.fromEntries(each);
}

/** Returns a text in the current language, or in English without a translation. Values are inserted as they are. */
export function translate(english: string, values: Readonly<Record<string, PrimitiveType>> = {}): string {
  return write(english, (text, locale) => {
    if (!GRAMMAR.test(text)) return text;
    const shown = formatOf(text, locale).format(isolated(values, locale));
    return Array.isArray(shown) ? shown.map(Isolated.shown).join("") : String(Isolated.shown(shown));
  });
}

/** Returns the parts of a text with marks, such as `Read the <link>terms</link>.` Each mark's function gets the parts inside it. */
export function translateParts<Part>(
  english: string,
  values: Record<string, PrimitiveType | Part | ((parts: (string | Part)[]) => Part)>,
): (string | Part)[] {
  return write(english, (text, locale) => {
    if (!GRAMMAR.test(text)) return [text];
    const parts = formatOf(text, locale).format<Part>(isolated(values, locale));
    return (Array.isArray(parts) ? parts : [parts]).map(Isolated.shown);
  });
}
