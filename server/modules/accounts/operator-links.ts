import { accountRoutes } from "../../../contract/api/accounts.ts";
import { type Database, inTransaction } from "../../platform/database/index.ts";
import { randomToken } from "../../platform/tokens.ts";
import type { AccountDeps } from "./deps.ts";
import { consumeToken, findToken, issueToken } from "./one-time-tokens.ts";
import { findUserByEmail, lockUser } from "./repository.ts";
import { completeSignIn, type SignInResult } from "./sign-in/complete-sign-in.ts";
import type { SignInOrigin } from "./sign-in/request-origin.ts";

/**
 * Creates a link with which the operator signs in as a user once. Returns undefined if there is no such user.
 */
export async function createOperatorLink(
  db: Database,
  { email, publicUrl }: { email: string; publicUrl: string },
): Promise<string | undefined> {
  return inTransaction(db, async (tx) => {
    const found = await findUserByEmail(tx, email);
    const user = found && (await lockUser(tx, found.id));
    if (!user) return undefined;
    const token = randomToken();
    await issueToken(tx, { userId: user.id, purpose: "sign-in", derive: () => token });
    return `${publicUrl}${accountRoutes.operatorLink.path}?token=${token}`;
  });
}

/** Starts a session by a link that the operator has printed. Returns undefined if the link does not work. */
export async function signInByOperatorLink(
  deps: Pick<AccountDeps, "db" | "secondFactor">,
  { token, origin }: { token: string; origin: SignInOrigin },
): Promise<SignInResult | undefined> {
  return inTransaction(deps.db, async (tx) => {
    const known = await findToken(tx, { token, purposes: ["sign-in"] });
    const user = known && (await lockUser(tx, known.userId));
    // Of two concurrent requests, only one consumes the token.
    if (!user || !(await consumeToken(tx, { token, purpose: "sign-in" }))) return undefined;
    return completeSignIn(tx, deps, { userId: user.id, method: "link", origin });
  });
}
