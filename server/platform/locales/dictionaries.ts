import PO from "pofile";
import { textLanguage } from "../../../contract/rules/languages.ts";
import type { Dictionary } from "../../../contract/translation.ts";
import { readPoFile } from "./po-file.ts";

const read = new Map<string, Dictionary>();

/** Returns the translations of a language, or undefined for English and languages without a file. A file is read once, with the first page in its language. */
export function dictionaryOf(language: string): Dictionary | undefined {
  const translated = textLanguage(language);
  if (translated === "en") return undefined;
  const dictionary = read.get(translated) ?? readDictionary(readPoFile(translated));
  read.set(translated, dictionary);
  return dictionary;
}

/** Returns the translations of a PO file (https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html), without empty and fuzzy ones. `isIn` decides by the files that show a text. */
export function readDictionary(
  file: string,
  isIn: (files: readonly string[]) => boolean = () => true,
): Dictionary {
  const entries = PO.parse(file).items.filter(
    ({ msgstr, flags, references }) => msgstr[0] && !flags.fuzzy && isIn(references),
  );
  return new Map(entries.map(({ msgid, msgstr: [translation = ""] }) => [msgid, translation]));
}
