import { compareNames, nameOf } from "../../contract/rules/formats.ts";
import { textLanguage } from "../../contract/rules/languages.ts";
import { currentLanguage } from "../../contract/translation.ts";

/** Countries whose English name needs an article within a sentence. */
const WITH_ARTICLE = new Set(
  "AE BS CC CD CF CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH SB TC UM US VA VG VI".split(" "),
);

/** Returns the name of a country in the language of the texts. Its spelling depends on the platform. */
export function countryName(code: string): string {
  return nameOf(code, "region", textLanguage(currentLanguage())) ?? code;
}

/** Returns the choices of a country field by name. */
export const countryOptions = (codes: readonly string[]) =>
  codes
    .map((code) => ({ value: code, label: countryName(code) }))
    .sort((one, other) => compareNames(one.label, other.label));

/** Returns the name of a country with its English article. Translations are written so that they fit a name without one. */
export function countryWithArticle(code: string): string {
  const hasArticle = textLanguage(currentLanguage()) === "en" && WITH_ARTICLE.has(code);
  return `${hasArticle ? "the " : ""}${countryName(code)}`;
}
