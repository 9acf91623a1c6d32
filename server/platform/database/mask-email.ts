import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** The text that replaces an erased email in stored texts. */
const MASK = "[deleted]";

/** Returns the SQL of a text with every occurrence of an email masked, in any letter case. Longer emails that contain it stay. */
export function maskEmail(text: SQLWrapper, email: string): SQL<string> {
  return sql`regexp_replace(${text}, ${patternOf(email)}, ${MASK}, 'gi')`;
}

/** Returns the SQL condition that a text contains an email. It uses no regular expression, because it scans whole tables. */
export function containsEmail(text: SQLWrapper, email: string): SQL<boolean> {
  return sql`position(${email.toLowerCase()} in lower(${text})) > 0`;
}

function patternOf(email: string): string {
  const literal = email.replace(/[^\p{L}\p{N}]/gu, "\\$&");
  return `(?<![[:alnum:]._+'-])${literal}(?![[:alnum:]-]|\\.[[:alnum:]])`;
}
