import { randomUUID } from "node:crypto";
import type { QueuedMail } from "../../../contract/mails/mails.ts";
import { paths } from "../../../contract/rules/paths.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";

type Change = Pick<Extract<QueuedMail, { mail: "payout-changed" }>, "change" | "provider">;
/** The number of last characters of an account's id that identify it in an email. */
const SHOWN_CHARACTERS = 4;

/**
 * Notifies a creator of a new payout destination, because an intruder may have set it. `to` is null if the
 * creator's email is not verified.
 */
export async function enqueuePayoutChanged(
  tx: Transaction,
  { mails, clock }: Pick<Infrastructure, "mails" | "clock">,
  { to, accountId, ...change }: Change & { to: string | null; accountId?: string | null },
): Promise<void> {
  if (to === null) return;
  await mails.enqueueEmail(tx, {
    to,
    mail: {
      mail: "payout-changed",
      ...change,
      account: accountId?.slice(-SHOWN_CHARACTERS),
      at: clock.now().toISOString(),
      links: { main: { to: "page", path: paths.security() } },
    },
    cause: `payout ${change.change} ${randomUUID()}`,
  });
}
