import type { Entry } from "./catalogue-file.ts";
import { findChanged } from "./changed-english.ts";
import { faultsOf } from "./check-translation.ts";
import { requiredTexts } from "./scope.ts";
import type { SourceText } from "./source-texts.ts";

/** Returns what is wrong with the texts of a language: missing, changed and unused ones, and faults of translations. */
export function problemsOf(
  entries: readonly Entry[],
  language: string,
  sources: readonly SourceText[],
): string[] {
  const merged = mergeCatalogue(entries, language, sources);
  const used = new Set(merged.flatMap(({ english, previous }) => [english, previous]));
  const names = entries.map(({ english }) => english);
  return [
    ...names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `“${name}” is there twice.`),
    ...merged.flatMap(problemOf),
    ...names.filter((name) => !used.has(name)).map((name) => `“${name}” is not used any more.`),
    ...merged.flatMap(({ english, translation, isFuzzy }) =>
      translation && !isFuzzy
        ? faultsOf(english, translation, language).map((fault) => `“${english}” ${fault}.`)
        : [],
    ),
  ];
}

function problemOf({ english, translation, isFuzzy, previous, files: [file] }: Entry): string[] {
  if (translation === "") return [`“${english}” (${file}) has no translation.`];
  if (previous !== null)
    return [
      `English changed: “${previous}” → “${english}” (${file}). It was translated as “${translation}”.`,
    ];
  return isFuzzy ? [`“${english}” (${file}) is marked as fuzzy, and so is not shown.`] : [];
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
    const empty = { translation: "", isFuzzy: false, previous: null, comments: [] };
    if (before?.english === english) return { ...before, isFuzzy: false, previous: null, files };
    if (before) return { ...before, english, files, isFuzzy: true, previous: before.english };
    // A translator removes the mark, and not every program removes the previous text with it.
    return { ...empty, ...entry, ...(entry?.isFuzzy ? {} : { previous: null }), english, files };
  });
}

const hasTranslation = ({ translation }: Entry) => translation !== "";
