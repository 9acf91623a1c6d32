import { inTransaction } from "../../platform/database/index.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { lockCreator } from "../creators/index.ts";
import { sendingOf } from "./campaigns.ts";
import { askOnce } from "./confirmation-email.ts";
import type { AudienceDeps, CampaignDeps } from "./deps.ts";
import { countAskedToday, findUnasked, listAskingCreators } from "./imported-readers.ts";

type AskingDeps = AudienceDeps & CampaignDeps;
/** The most questions of a creator in one run. */
const AT_ONCE = 20;

/**
 * Asks imported readers to confirm, some of them every five minutes. Questions and newsletters share the
 * creator's daily limit of recipients, of which questions take at most half.
 */
export const askImportedJob = (deps: AskingDeps): Job =>
  defineJob({
    name: "audience.ask-imported",
    schedule: "*/5 * * * *",
    timeoutSeconds: 300,
    async handler({ signal }) {
      for (const creatorId of await listAskingCreators(deps.db)) {
        if (signal.aborted) return;
        await askSome(deps, creatorId);
      }
    },
  });

const askSome = (deps: AskingDeps, creatorId: number): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const creator = await lockCreator(tx, creatorId);
    if (!creator) return;
    const { blocked, daily_recipients, recipients_left } = await sendingOf(deps, tx, creator);
    if (blocked) return;
    const share = Math.ceil(daily_recipients / 2) - (await countAskedToday(tx, creatorId));
    const limit = Math.min(AT_ONCE, share, recipients_left);
    if (limit <= 0) return;
    await askOnce(tx, deps, await findUnasked(tx, { creatorId, limit }));
  });
