import { searchable } from "../../../contract/rules/meanings.ts";

/** True if every word of a search is part of the text. */
export function matches(text: string, search: string): boolean {
  const comparable = searchable(text);
  return searchable(search)
    .split(/\s+/)
    .every((word) => comparable.includes(word));
}

/** Returns the first `max` matching entries: first those that begin with the search, otherwise in their order. */
export function findMatches<Entry>(
  entries: readonly Entry[],
  { search, max, textOf }: { search: string; max: number; textOf: (entry: Entry) => string },
): Entry[] {
  const found = entries.filter((entry) => matches(textOf(entry), search));
  const begins = (entry: Entry) => searchable(textOf(entry)).startsWith(searchable(search.trim()));
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))].slice(0, max);
}
