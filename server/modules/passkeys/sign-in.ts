import type { PasskeyAssertion } from "../../../contract/api/passkeys.ts";
import { inTransaction } from "../../platform/database/index.ts";
import {
  accountErrors,
  confirmSession,
  lockUser,
  markSecondFactor,
  recordFailure,
  recordSignIn,
  type SignInOrigin,
  startSession,
} from "../accounts/index.ts";
import { assertionOptions, challengeOf, verifyAssertion } from "./ceremonies.ts";
import { consumeChallenge, issueChallenge } from "./challenges.ts";
import type { PasskeyDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { findByCredential, listPasskeys, recordUse } from "./repository.ts";

type Given = { response: PasskeyAssertion; browserToken: string | undefined; origin: SignInOrigin };

/** Starts a sign-in of a user who is not known yet. */
export async function startSignIn({ db, site }: Pick<PasskeyDeps, "db" | "site">, browserToken: string) {
  const challenge = await issueChallenge(db, { purpose: "sign-in", userId: null, browserToken });
  return assertionOptions(site, { challenge });
}

/**
 * Signs in the user of a passkey. Throws 401 for a rejected passkey, and 403 for an unverified account if the
 * setting requires a verified email.
 */
export async function signInWithPasskey(deps: PasskeyDeps, given: Given) {
  const verified = await verifyGiven(deps, given, { purpose: "sign-in", userId: null });
  if (!verified) throw errors.rejected();
  const { passkey, used } = verified;
  const { userId } = passkey;
  return inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || !(await recordUse(tx, used))) throw errors.rejected();
    if (deps.requireVerifiedEmail && !user.emailVerifiedAt) throw accountErrors.emailNotVerified();
    const proofSince = passkey.createdAt;
    const signIn = {
      userId,
      method: "passkey",
      origin: given.origin,
      secondFactor: "passkey",
      proofSince,
    } as const;
    return { userId, sessionToken: await startSession(tx, signIn) };
  });
}

/** Starts confirming a session with one of its user's passkeys. */
export async function startConfirmation(
  { db, site }: Pick<PasskeyDeps, "db" | "site">,
  { userId, browserToken }: { userId: string; browserToken: string },
) {
  const challenge = await issueChallenge(db, { purpose: "confirm", userId, browserToken });
  const allowed = (await listPasskeys(db, userId)).filter(({ rpId }) => rpId === site.id);
  return assertionOptions(site, { challenge, allowed });
}

/** Confirms a session. Throws 400 for a rejected passkey, including another user's. */
export async function confirmWithPasskey(
  deps: PasskeyDeps,
  { viewer, ...given }: Given & { viewer: { userId: string; sessionId: string } },
): Promise<void> {
  const { userId, sessionId } = viewer;
  const verified = await verifyGiven(deps, given, { purpose: "confirm", userId });
  if (!verified) throw errors.notConfirmed();
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockUser(tx, userId)) || !(await recordUse(tx, verified.used))) throw errors.notConfirmed();
    await confirmSession(tx, viewer, verified.passkey.createdAt);
    await markSecondFactor(tx, sessionId);
    const confirmed = { userId, method: "passkey", origin: given.origin, secondFactor: "passkey" } as const;
    await recordSignIn(tx, { ...confirmed, outcome: "confirmed" });
  });
}

type Asked = { purpose: "sign-in"; userId: null } | { purpose: "confirm"; userId: string };

/**
 * Verifies a browser's response and consumes its challenge. Returns undefined if anything is wrong. A failed
 * check of a known passkey appears in its owner's history.
 */
async function verifyGiven(
  deps: PasskeyDeps,
  { response, browserToken, origin }: Given,
  { purpose, userId }: Asked,
) {
  const { db, site, log } = deps;
  const challenge = challengeOf(response);
  const issued =
    challenge && browserToken
      ? await consumeChallenge(db, { token: challenge, browserToken, purpose })
      : undefined;
  if (!challenge || !issued || issued.userId !== userId) return undefined;
  const passkey = await findByCredential(db, response.id);
  if (!passkey || (userId !== null && passkey.userId !== userId)) return undefined;
  const { userVerification } = issued;
  const verified = await verifyAssertion(response, passkey, { site, challenge, userVerification, log });
  if (!verified) {
    const outcome = purpose === "confirm" ? "confirmation_failed" : "failed";
    await recordFailure(deps, { userId: passkey.userId, method: "passkey", origin, outcome });
    return undefined;
  }
  const used = { id: passkey.id, counter: verified.newCounter, isBackedUp: verified.credentialBackedUp };
  return { passkey, used };
}
