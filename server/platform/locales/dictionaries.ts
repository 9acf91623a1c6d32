import { readFileSync } from "node:fs";
import PO from "pofile";
import { textLanguage } from "../../../contract/rules/languages.ts";
import type { Dictionary } from "../../../contract/translation.ts";

const FOLDER = new URL("../../../locales/", import.meta.url);
const read = new Map<string, Dictionary>();

/** Returns the translations of a language, or undefined for English and languages without a file. A file is read once, with the first page in its language. */
export function dictionaryOf(language: string): Dictionary | undefined {
  const translated = textLanguage(language);
  if (translated === "en") return undefined;
  const dictionary =
    read.get(translated) ?? readDictionary(readFileSync(new URL(`${translated}.po`, FOLDER), "utf8"));
  read.set(translated, dictionary);
  return dictionary;
}

/** Returns the translations of a PO file (https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html), without empty and fuzzy ones. */
export function readDictionary(file: string): Dictionary {
  const entries = PO.parse(file).items.filter(({ msgstr, flags }) => msgstr[0] && !flags.fuzzy);
  return new Map(entries.map(({ msgid, msgstr: [translation = ""] }) => [msgid, translation]));
}
