import { type PseudoLanguage, pseudoText } from "../../../contract/pseudo-language.ts";
import type { Language } from "../../../contract/rules/languages.ts";
import type { Dictionary } from "../../../contract/translation.ts";
import { dictionaryOf } from "./dictionaries.ts";

/** Texts that development shows in place of every language: their words, with the direction, dates and prices of `language`. */
export type DevelopmentTexts = { language: Language; dictionary: Dictionary };

/** Returns the texts that have a translation in German in a pseudo-language. Others stay English, and are found by that. */
export function pseudoTexts(pseudo: PseudoLanguage): DevelopmentTexts {
  const known = [...(dictionaryOf("de")?.keys() ?? [])];
  return {
    language: pseudo === "ar-XB" ? "ar" : "en",
    dictionary: new Map(known.map((english) => [english, pseudoText(english, pseudo)])),
  };
}
