import { inTransaction } from "../../../platform/database/index.ts";
import type { AccountDeps } from "../deps.ts";
import { errors } from "../errors.ts";
import { removeWaysIn } from "../remove-ways-in.ts";
import { deleteSessionsOf, lockUser, setPassword, setReclaimed } from "../repository.ts";
import { enqueueResetEmail } from "../reset-mail.ts";
import { setProvenEmail } from "./change-email.ts";
import { endChangesSince, findChange, requireEmailFree, undoneSince, wasUnproven } from "./email-changes.ts";

/** Returns an account to the owner of its former email. Removes the changer's session and password, and everything added since that session began, in the three days before, or at any time in an account without a proof: passkeys, second factor, providers, payout accounts, later changes. Sends a link to choose a new password. Throws 400, 409. */
export async function undoEmailChange(
  deps: Pick<AccountDeps, "adminEmail" | "db" | "derive" | "mails" | "passkeys" | "payouts" | "secondFactor">,
  token: string,
): Promise<void> {
  const known = await findChange(deps.db, "undo", token);
  if (!known) throw errors.emailLinkDead();
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, known.userId);
    // Of two concurrent requests, only one undoes it.
    const change = user && (await findChange(tx, "undo", token));
    if (!change?.confirmedAt) throw errors.emailLinkDead();
    const { userId, oldEmail: email } = change;
    await requireEmailFree(tx, { email, userId });
    await endChangesSince(tx, change);
    await setPassword(tx, userId, null);
    await setProvenEmail(tx, { userId, email, adminEmail: deps.adminEmail });
    // Older ways in stay, so that the former mailbox alone does not bypass a second factor.
    await removeWaysIn(tx, deps, { userId, since: undoneSince(change) });
    await deleteSessionsOf(tx, userId);
    if (wasUnproven(change)) await setReclaimed(tx, userId);
    await enqueueResetEmail(tx, deps, { user: { id: userId, email } });
  });
}
