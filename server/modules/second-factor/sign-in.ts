import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import {
  confirmSession,
  lockUser,
  markSecondFactor,
  recordFailure,
  recordSignIn,
  type SignInOrigin,
  startSession,
  type UserRow,
} from "../accounts/index.ts";
import { consumeCode, countAttempt, forgiveAttempts, type UsedCode } from "./codes.ts";
import type { SecondFactorDeps } from "./deps.ts";
import { errors, rejectedCode } from "./errors.ts";
import { deletePending, enabledAt, findPending } from "./gate.ts";
import { enqueueChange } from "./mails.ts";
import { countRecoveryCodes } from "./recovery-codes.ts";
import { cancelRemoval } from "./removal.ts";

type Client = { ip: string; origin: SignInOrigin };

/**
 * Finishes a browser's sign-in with a code. Throws 401 without a waiting sign-in, 400 for a wrong code, and 429
 * after too many attempts.
 */
export async function finishSignIn(
  deps: SecondFactorDeps,
  { pendingToken, code, ip, origin }: Client & { pendingToken: string; code: string },
): Promise<{ userId: string; sessionToken: string }> {
  const known = await findPending(deps.db, pendingToken);
  if (!known) throw errors.signInExpired();
  const { userId, method } = known;
  await countAttempt(deps, { userId, ip, code });
  const sessionToken = await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    // A parallel request may have finished the sign-in, or the password may have changed.
    if (!user || !(await findPending(tx, pendingToken))) throw errors.signInExpired();
    const secondFactor = await proveWithCode(tx, deps, { user, code });
    if (!secondFactor) return undefined;
    await deletePending(tx, pendingToken);
    const proofSince = await appSince(tx, userId, secondFactor);
    return startSession(tx, { userId, method, origin, secondFactor, proofSince });
  });
  if (sessionToken === undefined) {
    await recordFailure(deps, { userId, method, origin, outcome: "code_failed" });
    throw rejectedCode(code);
  }
  await forgiveAttempts(deps.limits, { userId, ip, code });
  return { userId, sessionToken };
}

/** Confirms a session with a code. Throws 400 for a wrong code, and 429 after too many attempts. */
export async function confirmWithCode(
  deps: SecondFactorDeps,
  { viewer, code, ip, origin }: Client & { viewer: { userId: string; sessionId: string }; code: string },
): Promise<void> {
  const { userId, sessionId } = viewer;
  await countAttempt(deps, { userId, ip, code });
  const isProved = await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    const secondFactor = user && (await proveWithCode(tx, deps, { user, code }));
    if (!secondFactor) return false;
    await confirmSession(tx, viewer, await appSince(tx, userId, secondFactor));
    await markSecondFactor(tx, sessionId);
    await recordSignIn(tx, { userId, method: "code", origin, secondFactor, outcome: "confirmed" });
    return true;
  });
  if (!isProved) {
    await recordFailure(deps, { userId, method: "code", origin, outcome: "confirmation_failed" });
    throw rejectedCode(code);
  }
  await forgiveAttempts(deps.limits, { userId, ip, code });
}

/**
 * Returns the time at which the used app was turned on, or null for a recovery code, because the codes may be
 * newer than the app.
 */
const appSince = async (tx: Transaction, userId: string, used: UsedCode) =>
  used === "app" ? enabledAt(tx, userId) : null;

/**
 * Consumes a user's code. Stops a scheduled removal, because the user has just proved access to the second
 * factor. The caller has locked the account.
 */
async function proveWithCode(
  tx: Transaction,
  deps: SecondFactorDeps,
  { user, code }: { user: UserRow; code: string },
): Promise<UsedCode | undefined> {
  const used = await consumeCode(tx, deps, { userId: user.id, code });
  if (!used) return undefined;
  await cancelRemoval(tx, user.id);
  if (used === "recovery_code") {
    const codesLeft = await countRecoveryCodes(tx, user.id);
    await enqueueChange(tx, deps, { user, change: "code-used", codesLeft });
  }
  return used;
}
