import { randomUUID } from "node:crypto";
import type { QueuedMail } from "../../../contract/mails/mails.ts";
import { paths } from "../../../contract/rules/paths.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { UserRow } from "../accounts/index.ts";
import type { SecondFactorDeps } from "./deps.ts";

type Change = Pick<Extract<QueuedMail, { mail: "second-factor-changed" }>, "change" | "codesLeft">;

/**
 * Notifies a user of a change, but only at a verified email, because an unverified one may be a stranger's.
 */
export async function enqueueChange(
  tx: Transaction,
  { mails, clock }: Pick<SecondFactorDeps, "mails" | "clock">,
  { user, ...change }: Change & { user: UserRow },
): Promise<void> {
  if (!user.emailVerifiedAt) return;
  await mails.enqueueEmail(tx, {
    to: user.email,
    mail: {
      mail: "second-factor-changed",
      ...change,
      at: clock.now().toISOString(),
      links: { main: { to: "page", path: paths.security() } },
    },
    cause: `second-factor ${change.change} ${randomUUID()}`,
  });
}
