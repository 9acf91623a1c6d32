import { textLanguage } from "../languages.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { ptBr } from "./pt-br.ts";
import type { LegalTexts } from "./types.ts";

/** The legal texts in each language that has them. */
export const LEGAL_TEXTS: readonly LegalTexts[] = [en, ar, de, es, fr, it, nl, pl, ptBr];

/** Returns the legal texts of a page in `language`, which are English if there are none in the language of its words. */
export function legalTexts(language: string): LegalTexts {
  const shown = textLanguage(language);
  return LEGAL_TEXTS.find((texts) => texts.language === shown) ?? en;
}
