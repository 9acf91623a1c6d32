import { sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../../platform/database/index.ts";
import type { Authentication } from "../../../platform/openid/port.ts";
import { hashToken, randomToken } from "../../../platform/tokens.ts";
import { insertSession } from "../repository.ts";
import { recordSignIn, type SignIn } from "./history.ts";

/** A sign-in that waits for a second factor. Nothing asks for one: once this type has values, the compiler names the places that must handle them. */
export type PendingSignIn = never;

/** `authentication`: how the user proved it to a provider, which may have asked for a second factor. */
export type CompletedProof = SignIn & { authentication?: Authentication };

/** What is asked before a session starts. */
export type SecondFactor = {
  /** Stores a sign-in until its second factor is given; null when the user has none, or this sign-in needs none. */
  defer(tx: Transaction, signIn: CompletedProof): Promise<PendingSignIn | null>;
};
export const noSecondFactor: SecondFactor = { defer: async () => null };

export type SignInResult = { sessionToken: string } | PendingSignIn;

/** Signs a user in, however they proved who they are: the one place that decides whether this starts a session. The caller has locked the account. */
export async function completeSignIn(
  tx: Transaction,
  { secondFactor }: { secondFactor: SecondFactor },
  signIn: CompletedProof,
): Promise<SignInResult> {
  return (await secondFactor.defer(tx, signIn)) ?? { sessionToken: await startSession(tx, signIn) };
}

/** Creates a session and returns its token, of which only the hash is stored. Only for a sign-in that is complete. */
export async function startSession(db: Queries, { userId, method, origin }: SignIn): Promise<string> {
  const token = randomToken();
  const { device, country } = origin;
  await insertSession(db, {
    tokenHash: hashToken(token),
    userId,
    method,
    device,
    country,
    confirmedAt: sql`now()`,
  });
  await recordSignIn(db, { userId, method, origin, outcome: "succeeded" });
  return token;
}
