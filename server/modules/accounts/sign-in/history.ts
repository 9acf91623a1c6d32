import { lt, sql } from "drizzle-orm";
import type { SignInMethod, SignInOutcome } from "../../../../contract/api/account-security.ts";
import { SIGN_IN_HISTORY_DAYS } from "../../../../contract/rules/limits.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { signIns } from "../tables.ts";
import type { SignInOrigin } from "./request-origin.ts";

/** A user, how they proved who they are, and where. */
export type SignIn = { userId: string; method: SignInMethod; origin: SignInOrigin };

/** Adds a sign-in, or an attempt, to the history that its user sees. `at` is for one that was recorded later. */
export async function recordSignIn(
  db: Queries,
  { origin, ...signIn }: SignIn & { outcome: SignInOutcome; at?: Date },
): Promise<void> {
  await db.insert(signIns).values({ ...signIn, ...origin });
}

export async function deleteOldSignIns(db: Queries): Promise<void> {
  await db.delete(signIns).where(lt(signIns.at, sql`now() - make_interval(days => ${SIGN_IN_HISTORY_DAYS})`));
}
