import { z } from "zod";
import { fieldMessages } from "./fields.ts";

/** The languages that a page can be in, as BCP 47 tags. */
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

const RIGHT_TO_LEFT: ReadonlySet<Language> = new Set(["ar", "fa", "he", "ur"]);

/** Returns the direction in which a language is written. */
export function directionOf(language: Language): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
}

/** Returns a language with its likely country, in the form of Open Graph: `de_DE` (https://ogp.me, Unicode likely subtags). */
export function openGraphLocale(language: Language): string {
  const { language: name, region } = new Intl.Locale(language).maximize();
  return region ? `${name}_${region}` : name;
}
