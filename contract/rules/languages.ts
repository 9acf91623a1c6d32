import { z } from "zod";
import { fieldMessages } from "./fields.ts";

/** The possible languages of a page, as BCP 47 tags. */
export const LANGUAGES = [
  "ar",
  "bg",
  "bn",
  "bs",
  "ca",
  "cs",
  "cy",
  "da",
  "de",
  "de-AT",
  "de-CH",
  "el",
  "en",
  "en-AU",
  "en-CA",
  "en-GB",
  "en-IE",
  "en-IN",
  "en-NZ",
  "en-US",
  "en-ZA",
  "es",
  "es-MX",
  "et",
  "eu",
  "fa",
  "fi",
  "fil",
  "fr",
  "fr-BE",
  "fr-CA",
  "fr-CH",
  "ga",
  "gl",
  "he",
  "hi",
  "hr",
  "hu",
  "hy",
  "id",
  "is",
  "it",
  "ja",
  "ka",
  "kk",
  "ko",
  "lt",
  "lv",
  "mk",
  "ms",
  "mt",
  "nb",
  "nl",
  "nl-BE",
  "pl",
  "pt",
  "pt-BR",
  "ro",
  "ru",
  "sk",
  "sl",
  "sq",
  "sr",
  "sv",
  "sw",
  "ta",
  "te",
  "th",
  "tr",
  "uk",
  "ur",
  "uz",
  "vi",
  "zh-CN",
  "zh-TW",
] as const;

export const Language = z.enum(LANGUAGES, { error: fieldMessages.language });
export type Language = z.infer<typeof Language>;

/** Returns a stored language, or English for one that this release does not know. */
export const knownLanguage = (stored: string): Language =>
  LANGUAGES.find((language) => language === stored) ?? "en";

/** The languages that the product itself speaks to buyers and visitors, beside English. Each has a file in `locales/`. */
export const TRANSLATED: readonly Language[] = ["ar", "de", "es", "fr", "it", "nl", "pl", "pt-BR"];

/** The languages of the console beside English: each text of it has a translation. They are among those above. */
export const CONSOLE_LANGUAGES: readonly Language[] = ["de", "fr"];

/** Returns the language that a user has chosen for the console, or null if the browser chooses. */
export const consoleLanguage = (chosen: string | null): Language | null =>
  ["en" as const, ...CONSOLE_LANGUAGES].find((language) => language === chosen) ?? null;

/** The languages of administration beside English. They are among those of the console. */
export const ADMIN_LANGUAGES: readonly Language[] = ["de"];

/** Returns the language of administration in a console in `language`. */
export const adminLanguage = (language: string): Language =>
  ADMIN_LANGUAGES.find((spoken) => spoken === language) ?? "en";

/** Returns the language of the product's own texts on a page in `language`: `de` for `de-AT`, and `en` without a translation. */
export function textLanguage(language: string): Language {
  const [base = ""] = language.split("-");
  const known = [language, base === "pt" ? "pt-BR" : base];
  return TRANSLATED.find((translated) => known.includes(translated)) ?? "en";
}
