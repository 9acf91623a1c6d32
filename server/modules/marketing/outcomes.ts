import { type Database, inTransaction } from "../../platform/database/index.ts";
import { countStates, listEnded, lockCampaign, setOutcome } from "./repository.ts";

/** Saves the final counts of finished campaigns, so that their recipients are not counted again. */
export async function finalizeCampaigns(db: Database): Promise<void> {
  for (const id of await listEnded(db)) {
    await inTransaction(db, async (tx) => {
      const campaign = await lockCampaign(tx, id);
      const { queued = 0, sent = 0, failed = 0, skipped = 0 } = (await countStates(tx, [id])).get(id) ?? {};
      // Recipients may have been added since the campaigns were listed.
      if (campaign?.pendingRecipients === 0 && queued === 0)
        await setOutcome(tx, id, { sent, failed, skipped });
    });
  }
}
