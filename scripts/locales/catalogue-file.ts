import { readFileSync, writeFileSync } from "node:fs";
import PO from "pofile";
import { faultsOf } from "./check-translation.ts";
import { requiredTexts } from "./scope.ts";
import type { SourceText } from "./source-texts.ts";

/** The parts of the head that programs for translators need. */
const headersOf = (language: string) => ({ "Content-Type": "text/plain; charset=utf-8", Language: language });
const pathOf = (language: string) => `locales/${language}.po`;

function readFile(language: string): PO {
  try {
    return PO.parse(readFileSync(pathOf(language), "utf8"));
  } catch {
    return new PO();
  }
}

/** Returns what is wrong with the file of a language: missing and unused texts, and faults of translations. */
export function checkFile(language: string, sources: readonly SourceText[]): string[] {
  const required = requiredTexts(sources, language);
  const known = new Set([...sources, ...required].map(({ english }) => english));
  const items = readFile(language).items.filter(({ msgid }) => msgid !== "");
  const translated = new Map(
    items.map(({ msgid, msgstr: [text = ""], flags }) => [msgid, flags.fuzzy ? "" : text]),
  );
  const unused = items.filter(({ msgid }) => !known.has(msgid));
  const missing = required.filter(({ english }) => !translated.get(english));
  const faults = items.flatMap(({ msgid, msgstr: [text = ""] }) =>
    text && known.has(msgid) ? faultsOf(msgid, text, language).map((fault) => `“${msgid}” ${fault}.`) : [],
  );
  return [
    ...missing.map(({ english, files: [file] }) => `“${english}” (${file}) has no translation.`),
    ...unused.map(({ msgid }) => `“${msgid}” is not used any more, or its English has changed.`),
    ...faults,
  ].map((problem) => `${pathOf(language)}: ${problem}`);
}

/** Writes the file of a language anew: with each text that it needs, without unused ones, and with the translations it has. */
export function updateFile(language: string, sources: readonly SourceText[]): void {
  const file = new PO();
  const former = new Map(readFile(language).items.map((item) => [item.msgid, item]));
  const required = requiredTexts(sources, language);
  const names = new Set(required.map(({ english }) => english));
  const others = sources.filter(({ english }) => !names.has(english) && former.get(english)?.msgstr[0]);
  file.items = [...required, ...others].map(({ english, files }) => {
    const item = new PO.Item();
    item.msgid = english;
    item.msgstr = former.get(english)?.msgstr ?? [""];
    item.comments = former.get(english)?.comments ?? [];
    item.references = files;
    return item;
  });
  file.headers = headersOf(language);
  writeFileSync(pathOf(language), `${file.toString().trimEnd()}\n`);
}
