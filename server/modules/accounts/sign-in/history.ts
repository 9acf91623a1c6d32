import { and, eq, lt, sql } from "drizzle-orm";
import type {
  SignInMethod,
  SignInOutcome,
  UsedSecondFactor,
} from "../../../../contract/api/sign-in-methods.ts";
import { SIGN_IN_HISTORY_DAYS } from "../../../../contract/rules/limits.ts";
import { deleteInBatches } from "../../../platform/database/in-batches.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { type RateLimiter, tryConsume } from "../../../platform/http/rate-limiter.ts";
import { signIns } from "../tables.ts";
import type { SignInOrigin } from "./request-origin.ts";

/** The maximum number of recorded failures per day. Further failures would have no meaning for the user. */
const RECORDED_FAILURES = { name: "recorded failures", points: 100, seconds: 86_400 };

/** A user's sign-in: the proof of identity and its origin. */
export type SignIn = {
  userId: string;
  method: SignInMethod;
  origin: SignInOrigin;
  secondFactor?: UsedSecondFactor | undefined;
  /** The time when the used passkey or app was added. */
  proofSince?: Date | null | undefined;
};

/** Adds a sign-in or a failed attempt to the user's history. `at` is for delayed records. */
export async function recordSignIn(
  db: Queries,
  { origin, proofSince: _, ...signIn }: SignIn & { outcome: SignInOutcome; at?: Date },
): Promise<void> {
  const { device, country, network } = origin;
  await db.insert(signIns).values({ ...signIn, device, country, network });
}

/** Adds a failed attempt to the history, up to the daily maximum. */
export async function recordFailure(
  { db, limits }: { db: Queries; limits: RateLimiter },
  failure: SignIn & { outcome: Exclude<SignInOutcome, "succeeded" | "confirmed">; at?: Date },
): Promise<void> {
  if (await tryConsume(limits, { ...RECORDED_FAILURES, key: failure.userId }))
    await recordSignIn(db, failure);
}

/** Returns whether the user's history has a sign-in from this network. */
export async function hasSignedInFrom(
  db: Queries,
  { userId, network }: { userId: string; network: string | null },
): Promise<boolean> {
  if (network === null) return false;
  const isKnown = and(
    eq(signIns.userId, userId),
    eq(signIns.network, network),
    eq(signIns.outcome, "succeeded"),
  );
  const rows = await db.select({ id: signIns.id }).from(signIns).where(isKnown).limit(1);
  return rows.length > 0;
}

export async function deleteOldSignIns(db: Queries): Promise<void> {
  await deleteInBatches(
    db,
    signIns,
    lt(signIns.at, sql`now() - make_interval(days => ${SIGN_IN_HISTORY_DAYS})`),
  );
}
