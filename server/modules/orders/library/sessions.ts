import { and, eq, gt, lte, sql } from "drizzle-orm";
import { LIBRARY_DAYS } from "../../../../contract/rules/library-limits.ts";
import { deleteInBatches } from "../../../platform/database/in-batches.ts";
import { first, type Queries, type Transaction } from "../../../platform/database/index.ts";
import { type BrowserCookie, createBrowserCookie } from "../../../platform/http/browser-cookie.ts";
import { hashToken, randomToken } from "../../../platform/tokens.ts";
import { buyerLinks, buyerSessions } from "../library-tables.ts";

const oldest = sql`now() - make_interval(days => ${LIBRARY_DAYS})`;

/** Creates the cookie of a buyer's browser. It identifies the browser that asks for a link, and is replaced when the link is used. */
export const createBuyerCookie = (publicUrl: string): BrowserCookie =>
  createBrowserCookie(publicUrl, { name: "tessera_buyer", maxAge: LIBRARY_DAYS * 24 * 60 * 60 });

/** Signs a browser in to the purchases of an email and returns its token. */
export async function startBuyerSession(tx: Transaction, email: string): Promise<string> {
  const token = randomToken();
  await tx.insert(buyerSessions).values({ tokenHash: hashToken(token), email });
  return token;
}

/** Returns the email of a browser that is signed in to its purchases. */
export async function findBuyer(db: Queries, token: string | undefined): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const row = await db
    .select({ email: buyerSessions.email })
    .from(buyerSessions)
    .where(and(eq(buyerSessions.tokenHash, hashToken(token)), gt(buyerSessions.createdAt, oldest)))
    .then(first);
  return row?.email;
}

export async function endBuyerSession(db: Queries, token: string): Promise<void> {
  await db.delete(buyerSessions).where(eq(buyerSessions.tokenHash, hashToken(token)));
}

export async function deleteOldBuyerSessions(db: Queries): Promise<void> {
  await deleteInBatches(db, buyerSessions, lte(buyerSessions.createdAt, oldest));
}

/** Deletes the links and signed-in browsers of an email. */
export async function eraseLibrary(tx: Transaction, email: string): Promise<void> {
  await tx.delete(buyerLinks).where(eq(buyerLinks.email, email.toLowerCase()));
  await tx.delete(buyerSessions).where(eq(buyerSessions.email, email.toLowerCase()));
}
