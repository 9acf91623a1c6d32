import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { LEGAL_TEXTS } from "../../contract/rules/legal-texts/index.ts";
import { printCatalogue, readCatalogue } from "./catalogue-file.ts";
import { countChanges, mergeCatalogue, problemsOf } from "./merge-catalogue.ts";
import { headOf, lineProblems, type Problem } from "./po-lines.ts";
import type { SourceText } from "./source-texts.ts";

const pathOf = (language: string) => `locales/${language}.po`;

function readFile(language: string): string | null {
  const path = pathOf(language);
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

const toLines = (language: string, problems: readonly Problem[]) =>
  problems.map(({ line, text }) => `${pathOf(language)}:${line === null ? "" : `${line}:`} ${text}`);

/** Returns what is wrong with the file of a language. Its texts are checked once its lines can be read. */
export function checkFile(language: string, sources: readonly SourceText[]): string[] {
  const file = readFile(language);
  if (file === null)
    return [`${pathOf(language)} does not exist: \`npm run locales -- update ${language}\` writes it.`];
  const broken = lineProblems(file);
  if (broken.length > 0) return toLines(language, broken);
  return toLines(language, problemsOf(readCatalogue(file), language, sources));
}

/** Returns facts about a language that need not be problems. */
export function remarksOn(language: string): string {
  const entries = readCatalogue(readFile(language) ?? "");
  const same = entries.filter(({ english, translation }) => english === translation).length;
  const hasLegalTexts = LEGAL_TEXTS.some((texts) => texts.language === language);
  return `${language}: ${counted(same, "text equals", "texts equal")} the English${hasLegalTexts ? "" : "; legal texts: English"}.`;
}

export const counted = (count: number, one: string, other: string) => `${count} ${count === 1 ? one : other}`;

/**
 * Writes the file of a language anew: with each text that it needs, without unused ones, and with its head and
 * translations. Returns what has changed, or the lines that cannot be read, because writing would lose them.
 */
export function updateFile(
  language: string,
  sources: readonly SourceText[],
): { broken: string[]; summary: string } {
  const file = readFile(language) ?? "";
  const broken = toLines(language, lineProblems(file));
  if (broken.length > 0) return { broken, summary: `${language}.po: not changed` };
  const before = readCatalogue(file);
  const entries = mergeCatalogue(before, language, sources);
  writeFileSync(pathOf(language), printCatalogue(entries, language, headOf(file) ?? undefined));
  const { added, changed, removed } = countChanges(before, entries);
  return { broken, summary: `${language}.po: ${added} added, ${changed} changed, ${removed} removed` };
}
