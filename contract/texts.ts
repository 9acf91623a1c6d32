import type { Noun } from "./nouns.ts";
import { formatAmount, formatDate, formatMoney, formatSize } from "./rules/formats.ts";
import { translate } from "./translation.ts";

/**
 * Texts for people, in the grammar of ICU MessageFormat: `{name}`, `{count, plural, one {# file} other {# files}}`.
 * The English sentence is the key of its translations.
 */

/** The names of the parameters of a sentence. */
type NameIn<T extends string> = T extends `${string}{${infer Head}}${infer Rest}`
  ? NameOf<Head> | NameIn<Rest>
  : never;
/** The text after a brace is a name, a name with its forms, or a form with a space, such as `# visits`. */
type NameOf<Head extends string> = Head extends `${infer Name}, ${"plural" | "select"}, ${infer Forms}`
  ? NameOf<Name> | NameIn<`${Forms}}`>
  : Head extends `${infer Name}, number`
    ? Name
    : Head extends `${string}{${infer Inner}`
      ? NameOf<Inner>
      : Head extends `${string}${" " | "#"}${string}`
        ? never
        : Head;
/** The values of parameters. `{noun}` is a noun of the table, and a parameter with plural forms is a number. Every other one is any text or number. */
export type ParamsOf<T extends string> = {
  readonly [Name in NameIn<T>]: Name extends "noun"
    ? Noun
    : T extends `${string}{${Name}, plural, ${string}`
      ? number
      : string | number;
};

/** Returns a text in the current language. Its English sentence is written where it is shown. */
export function t<const T extends string>(
  english: T,
  ...[params]: [NameIn<T>] extends [never] ? [] : [params: ParamsOf<T>]
): string {
  return translate(english, params);
}

/** Marks a text of a table, which `t` translates when it is shown. */
export const text = <const T extends string>(english: T): T => english;

/** A sentence without parameters is a string. A sentence with parameters is a function of exactly these parameters. */
type Text<T extends string> = [NameIn<T>] extends [never] ? T : (params: ParamsOf<T>) => string;
/** An amount in a message, which has its separators when the language is known. Without a currency it is as people type it. */
export type Amount = { readonly cents: number; readonly currency?: string };
/** A day such as `2026-11-30` in a message, which is written out when the language is known. */
export type Day = { readonly day: string };
/** A number of bytes in a message, which has its unit and separators when the language is known. */
export type Size = { readonly bytes: number };
/** The values of a message's parameters. */
export type MessageParams<T extends string> = {
  readonly [Name in keyof ParamsOf<T>]: ParamsOf<T>[Name] extends number | Noun
    ? ParamsOf<T>[Name]
    : ParamsOf<T>[Name] | Amount | Day | Size;
};
type MessageOf<T extends string> = [NameIn<T>] extends [never]
  ? Message
  : (params: MessageParams<T>) => Message;
type Sentences = Readonly<Record<string, string>>;
export type Texts<T extends Sentences> = { readonly [Key in keyof T]: Text<T[Key]> };
export type Messages<T extends Sentences> = { readonly [Key in keyof T]: MessageOf<T[Key]> };
type Params = Readonly<Record<string, string | number>>;
type Given = Readonly<Record<string, string | number | Amount | Day | Size>>;

declare const message: unique symbol;
/** The id of a sentence with its parameters, such as `fields.too_long{"noun":"Title","max":200}`. A string, because Zod accepts only strings as messages. */
export type Message = string & { readonly [message]: true };

const parametersOf = (english: string): string[] =>
  [...english.matchAll(/\{(\w+)[,}]/g)].map(([, name = ""]) => name);
/** The English sentence of each id. */
export const catalogue = new Map<string, string>();

/** Returns the id of a key: `tooLong` in the area `fields` is `fields.too_long`. Clients use ids, so keys never change. */
export const idOf = (area: string, key: string): string =>
  `${area}.${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

function addToCatalogue(id: string, english: string): void {
  if ((catalogue.get(id) ?? english) !== english)
    throw new Error(`The text ${id} exists: an id has one sentence.`);
  catalogue.set(id, english);
}

/** Adds the texts of an email or a page to the catalogue, and returns the sentences by key. */
export function texts<const T extends Sentences>(area: string, table: T): Texts<T> {
  const sentences = {};
  for (const [key, english] of Object.entries(table)) {
    addToCatalogue(idOf(area, key), english);
    const fill = (params: Params) => translate(english, params);
    // The language is known when the text is shown.
    Object.defineProperty(sentences, key, {
      enumerable: true,
      get: () => (english.includes("{") ? fill : translate(english)),
    });
  }
  return sentences as Texts<T>;
}

/** Adds the messages of schemas and errors to the catalogue, and returns them by key. `sentence` returns the text of a message. */
export function defineMessages<const T extends Sentences>(area: string, table: T): Messages<T> {
  const entries = Object.entries(table).map(([key, english]) => {
    const toMessage = defineMessage(idOf(area, key), english);
    return [key, english.includes("{") ? toMessage : toMessage({})];
  });
  return Object.fromEntries(entries);
}

/** Adds one message to the catalogue, and returns the message, or a function that creates it from its parameters. */
export function defineMessage(id: string, english: string): (params: object) => Message {
  addToCatalogue(id, english);
  const names = parametersOf(english);
  const kept = [...names, "cents", "currency", "day", "bytes"];
  return (params) => (names.length > 0 ? id + JSON.stringify(params, kept) : id) as Message;
}

let others: ReadonlyMap<string, string> = new Map();
/** Sets where the sentences of other messages come from: a bundle of pages shows messages that only the server defines. */
export function setMessages(all: ReadonlyMap<string, string>): void {
  others = all;
}
const englishOf = (id: string): string | undefined => catalogue.get(id) ?? others.get(id);

/** Returns the id and the parameters of a message, or undefined for other text, such as Zod's own. */
export function readMessage(value: string): { id: string; params: Given } | undefined {
  const [id = ""] = value.split("{", 1);
  if (englishOf(id) === undefined) return undefined;
  return { id, params: value === id ? {} : JSON.parse(value.slice(id.length)) };
}

/** Returns the text of a message in the current language, and any other text unchanged. */
export function sentence(value: string): string {
  const known = readMessage(value);
  if (!known) return value;
  const english = englishOf(known.id) ?? value;
  const { noun } = known.params;
  // A noun has a gender and a case, so that each sentence with a noun has its own translation.
  const withNoun = noun === undefined ? english : english.replaceAll("{noun}", String(noun));
  const missing = parametersOf(withNoun).find((name) => !(name in known.params));
  if (missing !== undefined) return withNoun;
  const values = Object.entries(known.params).map(([name, given]) => [name, shown(given)]);
  return translate(withNoun, Object.fromEntries(values));
}

/** The words of a mail server or provider may contain the characters of the grammar. */
const GRAMMAR = /[{<]/;

/** Returns a stored reason in the current language: a message, or a sentence of the product. Other words are unchanged. */
export const storedSentence = (value: string): string =>
  readMessage(value) === undefined && !GRAMMAR.test(value) ? translate(value) : sentence(value);

function shown(given: Given[string]): string | number {
  if (typeof given !== "object") return given;
  if ("day" in given) return formatDate(given.day, { dateStyle: "long" });
  if ("bytes" in given) return formatSize(given.bytes);
  const { cents, currency } = given;
  return currency === undefined ? formatAmount(cents) : formatMoney(cents, currency);
}
