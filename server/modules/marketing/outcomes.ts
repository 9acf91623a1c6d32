import { paths } from "../../../contract/rules/paths.ts";
import { type Database, inTransaction, type Transaction } from "../../platform/database/index.ts";
import type { EmailQueue } from "../../platform/mail/port.ts";
import { findProblems } from "./problems.ts";
import { type CampaignRow, countStates, listEnded, lockCampaign, setOutcome } from "./repository.ts";
import type { Outcome } from "./tables.ts";

export type OutcomeDeps = {
  db: Database;
  mails: EmailQueue;
  /** Returns the email of a creator, or null if it cannot receive any. */
  findOwner(tx: Transaction, creatorId: number): Promise<{ email: string | null }>;
};

/** Saves the final counts of finished campaigns, so that their recipients are not counted again. */
export async function finalizeCampaigns(deps: OutcomeDeps): Promise<void> {
  for (const id of await listEnded(deps.db)) {
    await inTransaction(deps.db, async (tx) => {
      const campaign = await lockCampaign(tx, id);
      const { queued = 0, sent = 0, failed = 0, skipped = 0 } = (await countStates(tx, [id])).get(id) ?? {};
      // Recipients may have been added since the campaigns were listed.
      if (campaign?.pendingRecipients !== 0 || queued > 0) return;
      await setOutcome(tx, id, { sent, failed, skipped });
      await queueProblem(tx, deps, campaign, { sent, failed, skipped });
    });
  }
}

/** Emails a creator whose email was stopped midway, or rejected for all recipients. */
async function queueProblem(
  tx: Transaction,
  { findOwner, mails }: OutcomeDeps,
  { id, creatorId, subject }: CampaignRow,
  outcome: Outcome,
): Promise<void> {
  if (creatorId === null) return;
  const reason = (await findProblems(tx, [{ id, queued: 0, ...outcome }])).get(id);
  const { email } = reason === undefined ? { email: null } : await findOwner(tx, creatorId);
  if (reason === undefined || email === null) return;
  const total = outcome.sent + outcome.failed + outcome.skipped;
  await mails.enqueueEmail(tx, {
    to: email,
    mail: {
      ...{ mail: "letter-not-sent", subject, reason, reached: { sent: outcome.sent, total } },
      links: { main: { to: "page", path: paths.audienceEmails() } },
    },
    cause: `campaign ${id}`,
  });
}
