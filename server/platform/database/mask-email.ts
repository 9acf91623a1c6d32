import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** What stands in stored texts in place of an erased email. */
const MASK = "[deleted]";

/** Returns the SQL of a text with every occurrence of an email masked, in any letter case; longer emails that contain it stay. */
export function maskEmail(text: SQLWrapper, email: string): SQL<string> {
  return sql`regexp_replace(${text}, ${patternOf(email)}, ${MASK}, 'gi')`;
}

/** Returns the SQL condition that a text contains an email. Without a regular expression: it runs over whole tables. */
export function containsEmail(text: SQLWrapper, email: string): SQL<boolean> {
  return sql`position(${email.toLowerCase()} in lower(${text})) > 0`;
}

function patternOf(email: string): string {
  const literal = email.replace(/[^\p{L}\p{N}]/gu, "\\$&");
  return `(?<![[:alnum:]._+'-])${literal}(?![[:alnum:]-]|\\.[[:alnum:]])`;
}
