import PO from "pofile";
import { textLanguage } from "../../../contract/rules/languages.ts";
import type { Dictionary } from "../../../contract/translation.ts";
import { readPoFile } from "./po-file.ts";

const read = new Map<string, Dictionary>();

/** Returns the translations of a language, or undefined for English and languages without a file. A file is read once, with the first page in its language. */
export function dictionaryOf(language: string): Dictionary | undefined {
  const translated = textLanguage(language);
  if (translated === "en") return undefined;
  const dictionary = read.get(translated) ?? toDictionary(readTranslations(readPoFile(translated)));
  read.set(translated, dictionary);
  return dictionary;
}

/** A text with its translation and the files that show it. */
export type Translation = { english: string; translated: string; files: readonly string[] };

/** Returns the translations of a PO file (https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html), without empty and fuzzy ones. */
export const readTranslations = (file: string): Translation[] =>
  PO.parse(file).items.flatMap(({ msgid, msgstr: [translated], flags, references }) =>
    translated && !flags.fuzzy ? [{ english: msgid, translated, files: references }] : [],
  );

export const toDictionary = (translations: readonly Translation[]): Dictionary =>
  new Map(translations.map(({ english, translated }) => [english, translated]));
