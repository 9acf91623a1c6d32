import { NOUNS, type Noun } from "./nouns.ts";

/** Texts for people: each has an id, an English sentence and parameters. All parts of the product use this file, so it imports nothing else. */

/** The names between the braces of a sentence. */
type NameIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never;
/** `{noun}` is from the table of nouns, every other parameter any text or number. */
export type ParamsOf<T extends string> = {
  readonly [Name in NameIn<T>]: Name extends "noun" ? Noun : string | number;
};
/** A sentence without parameters is a string. One with parameters is a function of exactly those. */
type Text<T extends string> = [NameIn<T>] extends [never] ? T : (params: ParamsOf<T>) => string;
type Sentences = Readonly<Record<string, string>>;
export type Texts<T extends Sentences> = { readonly [Key in keyof T]: Text<T[Key]> };

const PARAMETER = /\{(\w+)\}/g;
/** The English sentence of each id. */
export const catalogue = new Map<string, string>();
const ids = new Map<string, string>();

/** Returns a sentence with its parameters; translations would be looked up here. */
export function text<const T extends string>(english: T, params: ParamsOf<T>): string {
  const values = new Map<string, string | number>(Object.entries(params));
  return english.replace(PARAMETER, (braces, name) => String(values.get(name) ?? braces));
}

/** The id of `tooLong` in the area `fields` is `fields.too_long`. Clients know ids, so keys never change. */
export const idOf = (area: string, key: string): string =>
  `${area}.${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** Adds the texts of an area to the catalogue, and returns them by key. */
export function texts<const T extends Sentences>(area: string, table: T): Texts<T> {
  const entries = Object.entries(table).map(([key, english]) => {
    const id = idOf(area, key);
    if ((catalogue.get(id) ?? english) !== english || (ids.get(english) ?? id) !== id)
      throw new Error(`The text ${id} exists: an id has one sentence, and a sentence one id.`);
    catalogue.set(id, english);
    ids.set(english, id);
    if (!english.includes("{")) return [key, english];
    patterns = undefined;
    return [key, (params: ParamsOf<string>) => text(english, params)];
  });
  return Object.fromEntries(entries);
}

const nouns = new Map<string, string>(
  Object.entries(NOUNS).map(([key, english]) => [english, idOf("nouns", key)]),
);

/** Longer texts contain user input, and are not in the catalogue. */
const MAX_LENGTH = 500;
let patterns: { id: string; names: string[]; pattern: RegExp }[] | undefined;

/** Sentences with more fixed text come first: "at most {max} characters." before "at most {max}." */
function compilePatterns() {
  const templates = [...catalogue].map(([id, english]) => ({ id, english, parts: english.split(/\{\w+\}/) }));
  return templates
    .filter(({ parts }) => parts.length > 1)
    .sort((one, other) => other.parts.join("").length - one.parts.join("").length)
    .map(({ id, english, parts }) => {
      const literals = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      const names = [...english.matchAll(PARAMETER)].map(([, name = ""]) => name);
      return { id, names, pattern: new RegExp(`^${literals.join("(.+?)")}$`, "s") };
    });
}

/** Returns the id and parameters of a sentence of the catalogue, with a noun as its id, because validators return only sentences. */
export function identify(sentence: string): { id: string; params: Record<string, string> } | undefined {
  const known = ids.get(sentence);
  if (known !== undefined) return { id: known, params: {} };
  if (sentence.length > MAX_LENGTH) return undefined;
  patterns ??= compilePatterns();
  for (const { id, names, pattern } of patterns) {
    const values = pattern.exec(sentence)?.slice(1);
    if (!values) continue;
    const params = names.map((name, at): [string, string] => [name, values[at] ?? ""]);
    const known = params.map(([name, value]) => [name, name === "noun" ? nouns.get(value) : value]);
    if (known.every(([, value]) => value !== undefined)) return { id, params: Object.fromEntries(known) };
  }
  return undefined;
}
