import { and, eq, gte } from "drizzle-orm";
import { inTransaction } from "../../../platform/database/index.ts";
import type { AccountDeps } from "../deps.ts";
import { errors } from "../errors.ts";
import { revokeAllTokens } from "../one-time-tokens.ts";
import { deleteSessionsOf, lockUser, setPassword } from "../repository.ts";
import { enqueueResetEmail } from "../reset-mail.ts";
import { identities } from "../tables.ts";
import { setProvenEmail } from "./change-email.ts";
import { endChangesSince, findChange, requireEmailFree } from "./email-changes.ts";

/** Returns an account to the owner of its former email: whoever changed it has no session, password, passkey, second factor or later change left. A link to choose a new password is sent. Throws 400, 409. */
export async function undoEmailChange(
  deps: Pick<AccountDeps, "adminEmail" | "db" | "derive" | "mails" | "passkeys" | "secondFactor">,
  token: string,
): Promise<void> {
  const known = await findChange(deps.db, "undo", token);
  if (!known) throw errors.emailLinkDead();
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, known.userId);
    // Of two concurrent requests, only one undoes it.
    const change = user && (await findChange(tx, "undo", token));
    if (!change?.confirmedAt) throw errors.emailLinkDead();
    const { userId, oldEmail: email, confirmedAt } = change;
    await requireEmailFree(tx, { email, userId });
    await endChangesSince(tx, change);
    await setPassword(tx, userId, null);
    await setProvenEmail(tx, { userId, email, adminEmail: deps.adminEmail });
    await tx
      .delete(identities)
      .where(and(eq(identities.userId, userId), gte(identities.createdAt, confirmedAt)));
    // What the owner had before the change stays, so that the former mailbox alone is no way past a second factor.
    await deps.passkeys.removeAll(tx, userId, confirmedAt);
    await deps.secondFactor.remove(tx, userId, confirmedAt);
    await deleteSessionsOf(tx, userId);
    await revokeAllTokens(tx, userId);
    await enqueueResetEmail(tx, deps, { user: { id: userId, email } });
  });
}
