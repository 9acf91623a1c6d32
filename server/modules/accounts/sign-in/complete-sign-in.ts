import { sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { PasskeyAssertion } from "../../../../contract/api/passkeys.ts";
import type { Queries, Transaction } from "../../../platform/database/index.ts";
import type { Viewer } from "../../../platform/http/viewer.ts";
import type { Authentication } from "../../../platform/openid/port.ts";
import { assertsSecondFactor } from "../../../platform/openid/second-factor.ts";
import { hashToken, randomToken } from "../../../platform/tokens.ts";
import { insertSession } from "../repository.ts";
import { setBrowserLanguage } from "../user-language.ts";
import { recordSignIn, type SignIn } from "./history.ts";

/** A sign-in that waits for a second factor. The token belongs in a cookie of its browser. */
export type PendingSignIn = { pendingToken: string };

/** A verified proof of identity. `authentication` comes from a provider and may include a second factor. */
type CompletedProof = SignIn & { authentication?: Authentication };

/** The functions of the second factor that sign-ins use. */
export type SecondFactor = {
  /** The time for which a sign-in waits for its second factor. */
  expiresInSeconds: number;
  /** Stores a sign-in until its second factor is given. Returns null if the sign-in needs none. */
  defer(tx: Transaction, signIn: SignIn): Promise<PendingSignIn | null>;
  isEnabled(db: Queries, userId: string): Promise<boolean>;
  /** Returns the time at which a user turned the second factor on, or null while it is off. */
  enabledAt(db: Queries, userId: string): Promise<Date | null>;
  /** Confirms a session with a code. Throws 400 and 429. */
  confirm(given: { viewer: Viewer; code: string; request: FastifyRequest }): Promise<void>;
  /**
   * Removes a user's second factor and ends sign-ins that wait for a code. With `since`, keeps a factor that was
   * turned on before that time, or that replaced such a factor.
   */
  remove(tx: Transaction, userId: string, since?: Date): Promise<unknown>;
};

/** The functions of passkeys that sign-ins use. */
export type Passkeys = {
  /** Counts a user's passkeys for this host. */
  countUsable(db: Queries, userId: string): Promise<number>;
  /** Returns the time at which the newest passkey was added, or null without any. */
  newestAt(db: Queries, userId: string): Promise<Date | null>;
  /** Confirms a session with a passkey's response. Throws 400. */
  confirm(given: { viewer: Viewer; response: PasskeyAssertion; request: FastifyRequest }): Promise<void>;
  /** Removes a user's passkeys. With `since`, keeps passkeys that were added before that time. */
  removeAll(tx: Transaction, userId: string, since?: Date): Promise<unknown>;
};

export type SignInResult = { sessionToken: string } | PendingSignIn;

/**
 * Signs a user in after a verified proof. Only this function decides whether a session starts. The caller has
 * locked the account.
 */
export async function completeSignIn(
  tx: Transaction,
  { secondFactor }: { secondFactor: Pick<SecondFactor, "defer"> },
  { authentication, ...proved }: CompletedProof,
): Promise<SignInResult> {
  const isAsserted = authentication !== undefined && assertsSecondFactor(authentication);
  const signIn: SignIn = isAsserted ? { ...proved, secondFactor: "provider" } : proved;
  return (await secondFactor.defer(tx, signIn)) ?? { sessionToken: await startSession(tx, signIn) };
}

/** Creates a session and returns its token, of which only the hash is stored. Call it only for complete sign-ins. */
export async function startSession(db: Queries, signIn: SignIn): Promise<string> {
  const token = randomToken();
  const { userId, method, secondFactor, proofSince } = signIn;
  const { device, country, language } = signIn.origin;
  await insertSession(db, {
    tokenHash: hashToken(token),
    userId,
    method,
    device,
    country,
    confirmedAt: sql`now()`,
    proofSince,
    secondFactorAt: secondFactor ? sql`now()` : null,
  });
  await recordSignIn(db, { ...signIn, outcome: "succeeded" });
  if (language) await setBrowserLanguage(db, userId, language);
  return token;
}
