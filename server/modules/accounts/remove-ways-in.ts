import type { Transaction } from "../../platform/database/index.ts";
import type { AccountDeps } from "./deps.ts";
import { revokeAllTokens } from "./one-time-tokens.ts";
import { endPendingChange } from "./security/email-changes.ts";

/** Removes what another user may have prepared in an account beside its password and sessions: passkeys, the second factor, emailed links and a change of the email. */
export async function removeWaysIn(
  tx: Transaction,
  { passkeys, secondFactor }: Pick<AccountDeps, "passkeys" | "secondFactor">,
  userId: string,
): Promise<void> {
  await passkeys.removeAll(tx, userId);
  await secondFactor.remove(tx, userId);
  await endPendingChange(tx, userId);
  await revokeAllTokens(tx, userId, ["verify", "reset", "invite", "sign-in"]);
}
