import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { CONSOLE_LANGUAGES, type Language } from "../../../contract/rules/languages.ts";
import type { ConsoleTexts, Dictionary } from "../../../contract/translation.ts";
import type { Encoding } from "../http/headers.ts";
import { bytesIn, encodeHtml, type HtmlBytes, plainOf } from "../http/html.ts";
import { readTranslations, toDictionary } from "./dictionaries.ts";
import { readPoFile } from "./po-file.ts";

/** The folder of the scripts. */
export const CONSOLE_TEXTS = "/assets/locales/";

/** The parts of the console whose texts load together: their source files, and the areas that are loaded before. `common` precedes all. */
export type TextAreas = Readonly<Record<string, { after: readonly string[]; files: readonly string[] }>>;

/** The texts of the console in one language, as scripts by their paths. The folder changes with their contents. */
type TextScripts = { folder: string; scripts: ReadonlyMap<string, HtmlBytes> };

let areas: TextAreas = {};
const known = new Map<Language, TextScripts>();

/** Divides the texts as the build has divided the console. Without a build, `common` has all of them. */
export function setTextAreas(ofBuild: TextAreas): void {
  areas = ofBuild;
  known.clear();
}

/** Returns the paths of the scripts with the texts of an area, in their order. English has none. */
export function textPaths(language: Language, area: string): string[] {
  const { folder = "", scripts } = textsIn(language) ?? {};
  return ["common", area].map((name) => `${folder}${name}.js`).filter((path) => scripts?.has(path));
}

/** Returns the script of a path. */
export const findTextScript = (path: string): HtmlBytes | undefined =>
  CONSOLE_LANGUAGES.map((language) => textsIn(language)?.scripts.get(path)).find(Boolean);

/**
 * Returns the script of the same language and area for a path of another release: an old document still loads further
 * areas after an update, and a new one may ask a node that is not updated yet.
 */
export function findTextScriptOfOther(folder: string, file: string): HtmlBytes | undefined {
  const language = CONSOLE_LANGUAGES.find((known) => folder.startsWith(`${known}-`));
  const texts = language && textsIn(language);
  return texts?.scripts.get(`${texts.folder}${file}`);
}

/** Returns a script in an encoding. Brotli's best quality makes it a seventh smaller than that of pages. It takes up to 0.2 s once, in a thread of zlib. */
export async function textBytes(script: HtmlBytes, encoding: Encoding | undefined): Promise<Buffer> {
  if (encoding === "br") script.encoded.br ??= await promisify(brotliCompress)(plainOf(script));
  return bytesIn(script, encoding);
}

/** Returns the scripts of a language, or undefined for English. Its file is read once, with the first document in the language. */
function textsIn(language: Language): TextScripts | undefined {
  if (!CONSOLE_LANGUAGES.includes(language)) return undefined;
  const texts = known.get(language) ?? createScripts(language);
  known.set(language, texts);
  return texts;
}

function createScripts(language: Language): TextScripts {
  const file = readPoFile(language);
  const base = `${CONSOLE_TEXTS}${language}-${encodeHtml(file + JSON.stringify(areas)).hash}/`;
  const { common, ...others } = areas;
  // Reading a file takes long, and every area has texts of it.
  const translations = readTranslations(file);
  const shownIn = (isIn: (files: readonly string[]) => boolean) =>
    toDictionary(translations.filter(({ files }) => isIn(files)));
  const first = commonScript({
    language,
    base,
    texts: shownIn(common ? among(common.files) : isOfConsole),
  });
  const scripts = Object.entries(others).map(([name, { files, after }]) => {
    const isOwn = among(files);
    const isBefore = among(after.flatMap((other) => areas[other]?.files ?? []));
    const texts = shownIn((shownBy) => isOwn(shownBy) && !isBefore(shownBy));
    return [name, areaScript(texts, after)] as const;
  });
  return {
    folder: base,
    scripts: new Map(
      [["common", first] as const, ...scripts].map(([name, script]) => [
        `${base}${name}.js`,
        encodeHtml(script),
      ]),
    ),
  };
}

function among(files: readonly string[]) {
  const known = new Set(files);
  return (shownBy: readonly string[]): boolean => shownBy.some((file) => known.has(file));
}

/** Texts of visitors' pages, of emails and of the server are never shown in the console. */
const isOfConsole = (files: readonly string[]) =>
  files.some((file) => !/^(web\/(storefront|mails)|server)\//.test(file));

/** Returns the script that sets `globalThis.consoleTexts`. */
export const commonScript = ({
  language,
  base,
  texts,
}: Omit<ConsoleTexts, "texts"> & { texts: Dictionary }) =>
  `globalThis.consoleTexts={language:${literal(language)},base:${literal(base)},texts:new Map(${literal([...texts])})};`;

/** Returns the script that adds the texts of an area, after the areas that it needs. The document has loaded `common`. */
export function areaScript(texts: Dictionary, after: readonly string[]): string {
  const imports = after.filter((area) => area !== "common").map((area) => `import"./${area}.js";`);
  return `${imports.join("")}for(const[key,text]of ${literal([...texts])})globalThis.consoleTexts?.texts.set(key,text);`;
}

/** Returns a value in JavaScript. It is also safe inside an element, and in engines that end a line at U+2028. */
const literal = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
