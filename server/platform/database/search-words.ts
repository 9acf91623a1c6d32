import { or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { emailPartOf } from "../../../contract/rules/meanings.ts";

/**
 * Matches a part of stored words, literally and regardless of case and accents: `%` and `_` are not wildcards.
 * The database writes the words by the same function, `searchable`. The words contain emails with the domain in ASCII.
 */
export function containsWords(words: SQLWrapper, search: string): SQL | undefined {
  const spellings = new Set([search.toLowerCase(), emailPartOf(search)]);
  return or(...[...spellings].map((text) => sql`strpos(${words}, searchable(${text})) > 0`));
}
