import type { Transaction } from "../../platform/database/index.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import { recordWebhook } from "../webhook-events/index.ts";
import type { RemovedMember } from "./repository.ts";

/** Records the events of confirmed signups that were removed, unsubscribed or erased. */
export async function announceRemovals(
  tx: Transaction,
  jobs: Pick<Jobs, "enqueue">,
  removed: readonly RemovedMember[],
): Promise<void> {
  for (const { id, creatorId, isConfirmed } of removed) {
    if (!isConfirmed) continue;
    await recordWebhook(tx, jobs, {
      creatorId,
      type: "signup.removed",
      subject: `signup ${id}`,
      cause: `signup.removed ${id}`,
      data: { signup_id: id },
    });
  }
}
