import type { Entry } from "./catalogue-file.ts";
import { findChanged } from "./changed-english.ts";
import { faultsOf } from "./check-translation.ts";
import type { Problem } from "./po-lines.ts";
import { requiredTexts } from "./scope.ts";
import type { SourceText } from "./source-texts.ts";

const DELETE_MARK = "correct the translation and delete the line “#, fuzzy”";

/** Returns what is wrong with the texts of a language: missing, changed and unused ones, and faults of translations. */
export function problemsOf(
  entries: readonly Entry[],
  language: string,
  sources: readonly SourceText[],
): Problem[] {
  const merged = mergeCatalogue(entries, language, sources);
  const used = new Set(merged.flatMap(({ english, previous }) => [english, previous]));
  const names = entries.map(({ english }) => english);
  const lines = new Map(entries.map(({ english, line }) => [english, line]));
  return [
    ...entries
      .filter(({ english }, index) => names.indexOf(english) !== index)
      .map(({ english, line }) => ({ line, text: `“${english}” is there twice: delete one.` })),
    ...merged.flatMap((entry) => {
      const line = entry.line ?? lines.get(entry.english) ?? null;
      return problemTexts(entry, lines.has(entry.english), language).map((text) => ({ line, text }));
    }),
    ...entries
      .filter(({ english }) => !used.has(english))
      .map(({ english, line }) => ({
        line,
        text: `“${english}” is not used any more: \`npm run locales -- update\` removes it. If you have changed its msgid, restore it first.`,
      })),
  ].sort((one, other) => (one.line ?? Infinity) - (other.line ?? Infinity));
}

function problemTexts(
  { english, translation, isFuzzy, previous, files: [file] }: Entry,
  isInFile: boolean,
  language: string,
): string[] {
  const first = isInFile ? "" : "run `npm run locales -- update`, then ";
  if (translation === "" && isInFile) return [`“${english}” (${file}) has no translation.`];
  if (translation === "") return [`“${english}” (${file}) is new: ${first}translate it.`];
  if (previous !== null)
    return [
      `English changed: “${previous}” → “${english}” (${file}). It was translated as “${translation}”: ${first}${DELETE_MARK}.`,
    ];
  if (isFuzzy) return [`“${english}” (${file}) is marked as fuzzy, and so is not shown: ${DELETE_MARK}.`];
  return faultsOf(english, translation, language).map((fault) =>
    `“${english}” → “${translation}”: ${fault}.`.replaceAll("\n", "\\n"),
  );
}

/** Returns how many texts an update adds, marks as changed, and removes. */
export function countChanges(before: readonly Entry[], after: readonly Entry[]) {
  const old = new Set(before.map(({ english }) => english));
  const isNew = ({ english }: Entry) => !old.has(english);
  const changed = after.filter((entry) => isNew(entry) && entry.previous !== null);
  const kept = new Set(after.filter((entry) => !isNew(entry)).map(({ english }) => english));
  return {
    added: after.filter(isNew).length - changed.length,
    changed: changed.length,
    removed: old.size - kept.size - changed.length,
  };
}

/**
 * Returns each text that a language needs with the translation it has, and those that it has besides. If an English text
 * has changed, its translation is kept as fuzzy.
 */
export function mergeCatalogue(
  entries: readonly Entry[],
  language: string,
  sources: readonly SourceText[],
): Entry[] {
  const required = requiredTexts(sources, language);
  const needed = new Set(required.map(({ english }) => english));
  const known = new Set([...needed, ...sources.map(({ english }) => english)]);
  const translated = new Map(entries.filter(hasTranslation).map((entry) => [entry.english, entry]));
  const former = [...translated.values()].filter(({ english }) => !known.has(english));
  const changed = findChanged(
    required.filter(({ english }) => !translated.has(english)),
    former.map((entry) => ({ ...entry, english: entry.previous ?? entry.english })),
  );
  const others = sources.filter(({ english }) => !needed.has(english) && translated.has(english));
  return [...required, ...others].map(({ english, files }) => {
    const entry = translated.get(english);
    const before = changed.get(english);
    const empty = { translation: "", isFuzzy: false, previous: null, comments: [], line: null };
    if (before?.english === english) return { ...before, isFuzzy: false, previous: null, files };
    if (before) return { ...before, english, files, isFuzzy: true, previous: before.english };
    // A translator removes the mark, and not every program removes the previous text with it.
    return { ...empty, ...entry, ...(entry?.isFuzzy ? {} : { previous: null }), english, files };
  });
}

const hasTranslation = ({ translation }: Entry) => translation !== "";
