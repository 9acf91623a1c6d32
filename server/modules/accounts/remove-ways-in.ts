import { and, eq, gte, not } from "drizzle-orm";
import type { Transaction } from "../../platform/database/index.ts";
import type { AccountDeps } from "./deps.ts";
import { revokeAllTokens } from "./one-time-tokens.ts";
import { endPendingChange } from "./security/email-changes.ts";
import { identities } from "./tables.ts";

export type WaysIn = Pick<AccountDeps, "passkeys" | "secondFactor" | "payouts" | "programs">;
type Identity = Pick<typeof identities.$inferSelect, "provider" | "subject">;

/**
 * Removes what a stranger may have added to an account, apart from password and sessions: passkeys, second
 * factor, linked providers, payout accounts, API keys, webhooks, emailed links and a change of the email. With `since`, removes
 * only newer additions. Keeps the identity `kept`, which is the owner's.
 */
export async function removeWaysIn(
  tx: Transaction,
  { passkeys, secondFactor, payouts, programs }: WaysIn,
  { userId, since, kept }: { userId: string; since?: Date; kept?: Identity },
): Promise<void> {
  await passkeys.removeAll(tx, userId, since);
  await secondFactor.remove(tx, userId, since);
  await payouts.removeAll(tx, userId, since);
  await programs.removeAll(tx, userId, since);
  const isKept = kept && and(eq(identities.provider, kept.provider), eq(identities.subject, kept.subject));
  await tx
    .delete(identities)
    .where(
      and(eq(identities.userId, userId), since && gte(identities.createdAt, since), isKept && not(isKept)),
    );
  await endPendingChange(tx, userId);
  await revokeAllTokens(tx, userId, ["verify", "reset", "invite", "sign-in"]);
}
