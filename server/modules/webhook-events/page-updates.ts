import { randomUUID } from "node:crypto";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import { recordWebhook } from "./record.ts";

/** Changes within this time are one event, sent at its end. */
const COLLECTED_SECONDS = 60;

/** Returns the infrastructure with page invalidations that also record the event of a changed page. */
export function announcePageChanges(infrastructure: Infrastructure): Infrastructure {
  const { pageInvalidations, jobs } = infrastructure;
  return {
    ...infrastructure,
    pageInvalidations: {
      ...pageInvalidations,
      async publish(tx, creatorId) {
        await pageInvalidations.publish(tx, creatorId);
        await recordWebhook(tx, jobs, {
          creatorId,
          type: "page.updated",
          subject: "page",
          cause: `page.updated ${randomUUID()}`,
          data: { creator_id: creatorId },
          delaySeconds: COLLECTED_SECONDS,
          isCollected: true,
        });
      },
    },
  };
}
