import { paths } from "../../../contract/rules/paths.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { AccountDeps } from "./deps.ts";
import { issueToken, LIFETIMES } from "./one-time-tokens.ts";
import type { UserRow } from "./repository.ts";

/**
 * Queues a password reset email. `forAdmin` selects the text for the owner of ADMIN_EMAIL, who has not requested
 * it and becomes an administrator by it. The caller has locked the account.
 */
export async function enqueueResetEmail(
  tx: Transaction,
  { mails, derive }: Pick<AccountDeps, "mails" | "derive">,
  { user, id, forAdmin }: { user: Pick<UserRow, "id" | "email">; id?: string; forAdmin?: true },
): Promise<void> {
  const tokenId = await issueToken(tx, { userId: user.id, purpose: "reset", derive, ...(id ? { id } : {}) });
  await mails.enqueueEmail(tx, {
    to: user.email,
    mail: {
      mail: "reset-password",
      validMinutes: LIFETIMES.reset,
      ...(forAdmin ? { forAdmin } : {}),
      links: { main: { to: "reset-password", seed: tokenId } },
    },
    cause: `reset ${tokenId}`,
  });
}

/** Queues the email about a new password. `change` identifies the change, so that it causes one email. */
export async function enqueuePasswordChangedEmail(
  tx: Transaction,
  { clock, mails }: Pick<AccountDeps, "clock" | "mails">,
  { to, change }: { to: string; change: string },
): Promise<void> {
  const links = { main: { to: "page", path: paths.forgotPassword() } } as const;
  const mail = { mail: "password-changed", at: clock.now().toISOString(), links } as const;
  await mails.enqueueEmail(tx, { to, mail, cause: `password-changed ${change}` });
}
