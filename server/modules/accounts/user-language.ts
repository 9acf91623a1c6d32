import { and, eq, sql } from "drizzle-orm";
import { consoleLanguage, type Language } from "../../../contract/rules/languages.ts";
import type { Queries } from "../../platform/database/index.ts";
import { findUserByEmail, type UserRow } from "./repository.ts";
import { users } from "./tables.ts";

type Spoken = Pick<UserRow, "language" | "browserLanguage">;

/**
 * Returns the language of emails to a user: the chosen one, or that of the browser of the last sign-in. Null before the first
 * sign-in, and for languages that the console no longer speaks.
 */
export const languageOf = ({ language, browserLanguage }: Spoken): Language | null =>
  consoleLanguage(language) ?? consoleLanguage(browserLanguage);

/** Finds the account with this email, with the language of its emails. */
export async function findMailAccount(
  db: Queries,
  email: string,
): Promise<{ language: Language | null } | undefined> {
  const user = await findUserByEmail(db, email);
  return user && { language: languageOf(user) };
}

/** Stores the language of the console in the browser of a sign-in. */
export async function setBrowserLanguage(db: Queries, id: string, language: Language): Promise<void> {
  const isOther = sql`${users.browserLanguage} is distinct from ${language}`;
  await db
    .update(users)
    .set({ browserLanguage: language })
    .where(and(eq(users.id, id), isOther));
}
