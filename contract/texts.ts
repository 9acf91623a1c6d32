import type { Noun } from "./nouns.ts";

/** Texts for people. Each text has an id, an English sentence and parameters. All parts of the product use this file, so it imports only types. */

/** The names between the braces of a sentence. */
type NameIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never;
/** The values of parameters. `{noun}` is a noun of the table. Every other parameter is any text or number. */
export type ParamsOf<T extends string> = {
  readonly [Name in NameIn<T>]: Name extends "noun" ? Noun : string | number;
};
/** A sentence without parameters is a string. A sentence with parameters is a function of exactly these parameters. */
type Text<T extends string> = [NameIn<T>] extends [never] ? T : (params: ParamsOf<T>) => string;
type MessageOf<T extends string> = [NameIn<T>] extends [never] ? Message : (params: ParamsOf<T>) => Message;
type Sentences = Readonly<Record<string, string>>;
export type Texts<T extends Sentences> = { readonly [Key in keyof T]: Text<T[Key]> };
export type Messages<T extends Sentences> = { readonly [Key in keyof T]: MessageOf<T[Key]> };
type Params = Readonly<Record<string, string | number>>;

declare const message: unique symbol;
/** The id of a sentence with its parameters, such as `fields.too_long{"noun":"Title","max":200}`. A string, because Zod accepts only strings as messages. */
export type Message = string & { readonly [message]: true };

const PARAMETER = /\{(\w+)\}/g;
/** The English sentence of each id. */
export const catalogue = new Map<string, string>();

function fill(english: string, params: Params): string {
  const values = new Map(Object.entries(params));
  return english.replace(PARAMETER, (braces, name) => String(values.get(name) ?? braces));
}

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
  const entries = Object.entries(table).map(([key, english]) => {
    addToCatalogue(idOf(area, key), english);
    return [key, english.includes("{") ? (params: Params) => fill(english, params) : english];
  });
  return Object.fromEntries(entries);
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
  const names = [...english.matchAll(PARAMETER)].map(([, name = ""]) => name);
  return (params) => (names.length > 0 ? id + JSON.stringify(params, names) : id) as Message;
}

/** Returns the id and the parameters of a message, or undefined for other text, such as Zod's own. */
export function readMessage(value: string): { id: string; params: Params } | undefined {
  const [id = ""] = value.split("{", 1);
  if (!catalogue.has(id)) return undefined;
  return { id, params: value === id ? {} : JSON.parse(value.slice(id.length)) };
}

/** Returns the text of a message, and any other text unchanged. Translations would be looked up here. */
export function sentence(value: string): string {
  const known = readMessage(value);
  return known ? fill(catalogue.get(known.id) ?? value, known.params) : value;
}
