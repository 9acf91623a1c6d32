import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { printCatalogue, readCatalogue } from "./catalogue-file.ts";
import { mergeCatalogue, problemsOf } from "./merge-catalogue.ts";
import type { SourceText } from "./source-texts.ts";

const pathOf = (language: string) => `locales/${language}.po`;

function readEntries(language: string) {
  const path = pathOf(language);
  return existsSync(path) ? readCatalogue(readFileSync(path, "utf8")) : [];
}

/** Returns what is wrong with the file of a language. */
export function checkFile(language: string, sources: readonly SourceText[]): string[] {
  const problems = problemsOf(readEntries(language), language, sources);
  return problems.map((problem) => `${pathOf(language)}: ${problem}`);
}

/** Writes the file of a language anew: with each text that it needs, without unused ones, and with the translations it has. */
export function updateFile(language: string, sources: readonly SourceText[]): void {
  const entries = mergeCatalogue(readEntries(language), language, sources);
  writeFileSync(pathOf(language), printCatalogue(entries, language));
}
