import { randomUUID } from "node:crypto";
import { inTransaction } from "../../../platform/database/index.ts";
import { requireConfirmed, type Viewer } from "../../../platform/http/viewer.ts";
import { findCreatorByUser } from "../../creators/index.ts";
import type { AccountDeps } from "../deps.ts";
import { errors } from "../errors.ts";
import { revokeAllTokens } from "../one-time-tokens.ts";
import { hashPassword, rejectCommonPassword, rejectOwnName } from "../passwords.ts";
import { deleteSessionsOf, findUser, lockUser, setPassword } from "../repository.ts";
import { enqueuePasswordChangedEmail } from "../reset-mail.ts";
import { confirmSession, requireOwnPassword } from "../sign-in/confirm.ts";
import type { SignInOrigin } from "../sign-in/request-origin.ts";

/** The limit of password changes, because each is hashed and emailed. */
const CHANGES = { points: 10, seconds: 3600 };

type Input = {
  viewer: Viewer;
  currentPassword?: string | undefined;
  password: string;
  ip: string;
  origin: SignInOrigin;
};

/**
 * Changes an account's password, or sets its first one. Ends every other session and all links for setting a
 * password. Throws 400, 403, 429.
 */
export async function changePassword(
  deps: Pick<AccountDeps, "clock" | "db" | "limits" | "mails">,
  { viewer, currentPassword = "", password, ip, origin }: Input,
): Promise<void> {
  const { userId } = viewer;
  const known = await findUser(deps.db, userId);
  // The current password proves more than a confirmation ten minutes ago.
  if (known?.passwordHash)
    await requireOwnPassword(deps, {
      viewer,
      password: currentPassword,
      ip,
      origin,
      field: "currentPassword",
    });
  else requireConfirmed(viewer);
  await deps.limits.consume({ name: "password changes", key: userId, ...CHANGES });
  await rejectCommonPassword(password);
  const creator = await findCreatorByUser(deps.db, userId);
  rejectOwnName(password, { email: viewer.email, handle: creator?.handle });
  const passwordHash = await hashPassword(password);
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    // A reset or another tab has changed the password in the meantime.
    if (!user || user.passwordHash !== known?.passwordHash)
      throw errors.wrongPassword({ field: "currentPassword" });
    await setPassword(tx, userId, passwordHash);
    await revokeAllTokens(tx, userId, ["reset", "invite"]);
    await deleteSessionsOf(tx, userId, viewer.sessionId);
    await confirmSession(tx, viewer);
    // An unverified email may be a stranger's.
    if (!user.emailVerifiedAt) return;
    await enqueuePasswordChangedEmail(tx, deps, { to: user.email, change: randomUUID() });
  });
}
