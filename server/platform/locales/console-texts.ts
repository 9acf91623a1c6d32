import { CONSOLE_LANGUAGES, type Language } from "../../../contract/rules/languages.ts";
import type { ConsoleTexts } from "../../../contract/translation.ts";
import { encodeHtml, type HtmlBytes } from "../http/html.ts";
import { readDictionary } from "./dictionaries.ts";
import { readPoFile } from "./po-file.ts";

/** The folder of the scripts. */
export const CONSOLE_TEXTS = "/assets/locales/";

/** A script with the texts of the console in one language. Its path changes with its contents. */
type TextScript = { path: string; bytes: HtmlBytes };

const known = new Map<Language, TextScript>();

/** Returns the script of a language, or undefined for English. A file is read once, with the first document in its language. */
export function consoleTexts(language: Language): TextScript | undefined {
  if (!CONSOLE_LANGUAGES.includes(language)) return undefined;
  const script = known.get(language) ?? createScript(language);
  known.set(language, script);
  return script;
}

function createScript(language: Language): TextScript {
  const texts = [...readDictionary(readPoFile(language), isOfConsole)];
  const bytes = encodeHtml(scriptOf({ language, texts }));
  return { path: `${CONSOLE_TEXTS}${language}-${bytes.hash}.js`, bytes };
}

/** Texts of visitors' pages, of emails and of the server are never shown in the console. A text without files was added by hand. */
const isOfConsole = (files: readonly string[]) =>
  files.length === 0 || files.some((file) => !/^(web\/(storefront|mails)|server)\//.test(file));

/** Returns a script that sets `globalThis.consoleTexts`. It is also safe inside an element, and in engines that end a line at U+2028. */
export function scriptOf(texts: ConsoleTexts): string {
  const json = JSON.stringify(texts).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `globalThis.consoleTexts=${json};`;
}
