import { rewriteWords } from "../../contract/pseudo-language.ts";
import { type Dictionary, setDictionaries, setLanguage } from "../../contract/translation.ts";

const LATIN = "abcdefghijklmnopqrstuvwxyz";
const ARABIC = "ابتثجحخدذرزسشصضطظعغفقكلمنه";
const toArabic = (text: string) =>
  text.toLowerCase().replace(/[a-z]/g, (letter) => ARABIC[LATIN.indexOf(letter)] ?? letter);
/** Returns a text of the product as a person can read it in a failure. */
export const toLatin = (text: string) =>
  text
    .replace(/\p{Script=Arabic}/gu, (letter) => LATIN[ARABIC.indexOf(letter)] ?? letter)
    .replace(/[\p{Cf}]/gu, "");

const texts = new Map<string, string>();
/** English in Arabic letters. Dates, amounts and countries are Arabic as well, so Latin letters are those of an untranslated text. */
const dictionary: Pick<Dictionary, "get"> = {
  get(english) {
    const known = texts.get(english) ?? rewriteWords(english, toArabic);
    texts.set(english, known);
    return known;
  },
};

// Tables of texts are translated when their module is evaluated: a test imports this file before any other.
setDictionaries(() => dictionary as Dictionary);
setLanguage("ar");
