import { inTransaction } from "../../../platform/database/index.ts";
import { deleteAcceptances } from "../../site-documents/index.ts";
import type { AccountDeps } from "../deps.ts";
import { errors } from "../errors.ts";
import { removeWaysIn, type WaysIn } from "../remove-ways-in.ts";
import { deleteSessionsOf, lockUser, setPassword, setReclaimed } from "../repository.ts";
import { enqueueResetEmail } from "../reset-mail.ts";
import { setProvenEmail } from "./change-email.ts";
import { endChangesSince, findChange, requireEmailFree, wasUnproven } from "./email-changes.ts";

/**
 * Returns an account to the owner of its former email. Ends all sessions and links, removes the password, and
 * sends a link to choose a new one. Also removes passkeys, second factor, providers, payout accounts and
 * later changes and acceptances that were added since the changing session began, or within three days
 * before the request. If the ownership of the account is unproven, removes all of them. Throws 400, 409.
 */
export async function undoEmailChange(
  deps: Pick<AccountDeps, "adminEmail" | "db" | "derive" | "mails"> & WaysIn,
  token: string,
): Promise<void> {
  const known = await findChange(deps.db, "undo", token);
  if (!known) throw errors.emailLinkDead();
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, known.userId);
    // Of two concurrent requests, only one undoes the change.
    const change = user && (await findChange(tx, "undo", token));
    if (!change?.confirmedAt) throw errors.emailLinkDead();
    const { userId, oldEmail: email } = change;
    await requireEmailFree(tx, { email, userId });
    await endChangesSince(tx, change);
    await setPassword(tx, userId, null);
    await setProvenEmail(tx, { userId, email, adminEmail: deps.adminEmail });
    // Older ways to sign in stay, so that access to the former mailbox alone does not bypass a second factor.
    await removeWaysIn(tx, deps, { userId, since: change.undoesSince });
    await deleteAcceptances(tx, { userId, since: change.undoesSince });
    await deleteSessionsOf(tx, userId);
    if (wasUnproven(change)) await setReclaimed(tx, userId);
    await enqueueResetEmail(tx, deps, { user: { id: userId, email } });
  });
}
