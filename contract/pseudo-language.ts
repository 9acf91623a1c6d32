import {
  isLiteralElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from "@formatjs/icu-messageformat-parser";
import { printAST } from "@formatjs/icu-messageformat-parser/printer.js";

/** Languages for development, named as on Android: `en-XA` has longer words with accents, `ar-XB` is written from right to left. */
export const PSEUDO_LANGUAGES = ["en-XA", "ar-XB"] as const;
export type PseudoLanguage = (typeof PSEUDO_LANGUAGES)[number];

/** Returns an English text in a pseudo-language, with its parameters, marks and grammar. */
export const pseudoText = (english: string, language: PseudoLanguage): string =>
  language === "en-XA"
    ? `[${rewriteWords(english, (word) => accented(lengthened(word)))}]`
    : rewriteWords(english, fromRightToLeft);

/** Returns a text with each of its words rewritten, but not its parameters, marks and grammar. */
export function rewriteWords(text: string, rewrite: (word: string) => string): string {
  if (!/[{<]/.test(text)) return text.replace(/\p{L}+/gu, rewrite);
  const inAll = (elements: MessageFormatElement[]): MessageFormatElement[] => elements.map(inOne);
  const inOne = (element: MessageFormatElement): MessageFormatElement => {
    if (isLiteralElement(element)) return { ...element, value: element.value.replace(/\p{L}+/gu, rewrite) };
    if (isTagElement(element)) return { ...element, children: inAll(element.children) };
    if (!isPluralElement(element) && !isSelectElement(element)) return element;
    const forms = Object.entries(element.options).map(([form, option]) => [
      form,
      { ...option, value: inAll(option.value) },
    ]);
    return { ...element, options: Object.fromEntries(forms) };
  };
  return printAST(inAll(parse(text)));
}

/** Doubles the vowels, some two in five letters, because words of other languages are about 40 % longer. */
const lengthened = (word: string) => word.replace(/[aeiouy]/gi, "$&$&");

const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = "áƀçđéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ";
const accented = (word: string) =>
  word.replace(/[a-z]/gi, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter);

/** Marks a word as one of a right-to-left language, and shows its letters in this direction (U+202E). */
const fromRightToLeft = (word: string) => `\u200f\u202e${word}\u202c\u200f`;
