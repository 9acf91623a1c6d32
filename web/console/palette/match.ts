import { searchable } from "../../../contract/rules/meanings.ts";

/** True if every word of a search is part of the text. */
export function matches(text: string, search: string): boolean {
  const comparable = searchable(text);
  return searchable(search)
    .split(/\s+/)
    .every((word) => comparable.includes(word));
}

type Search<Entry> = {
  search: string;
  max: number;
  textOf: (entry: Entry) => string;
  /** Other words for the entry. The search matches the beginning of one. */
  synonymsOf?: (entry: Entry) => readonly string[] | undefined;
};

/** Returns the first `max` matching entries. Texts that begin with the search come first, then other texts, then synonyms. */
export function findMatches<Entry>(
  entries: readonly Entry[],
  { search, max, textOf, synonymsOf = () => [] }: Search<Entry>,
): Entry[] {
  const start = searchable(search.trim());
  const rank = (entry: Entry) => {
    const text = textOf(entry);
    if (searchable(text).startsWith(start)) return 0;
    if (matches(text, search)) return 1;
    return synonymsOf(entry)?.some((synonym) => searchable(synonym).startsWith(start)) ? 2 : null;
  };
  const ranked = entries.map((entry) => ({ entry, rank: rank(entry) }));
  return [0, 1, 2]
    .flatMap((wanted) => ranked.flatMap(({ entry, rank }) => (rank === wanted ? [entry] : [])))
    .slice(0, max);
}
