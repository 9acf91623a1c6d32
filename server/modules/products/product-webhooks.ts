import { randomUUID } from "node:crypto";
import type { Transaction } from "../../platform/database/index.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import { recordWebhook } from "../webhook-events/index.ts";

type Queue = Pick<Jobs, "enqueue">;

/** Records the event of a replaced file. */
export const announceVersion = (
  tx: Transaction,
  jobs: Queue,
  { creatorId, id, version }: { creatorId: number; id: number; version: number },
): Promise<void> =>
  recordWebhook(tx, jobs, {
    creatorId,
    type: "product.version",
    subject: `product ${id}`,
    cause: `product.version ${id} ${version}`,
    data: { product_id: id, version },
  });

/** Records the event of a last unit that was taken. A product can sell out several times. */
export const announceSoldOut = (
  tx: Transaction,
  jobs: Queue,
  { creatorId, id }: { creatorId: number; id: number },
): Promise<void> =>
  recordWebhook(tx, jobs, {
    creatorId,
    type: "product.sold_out",
    subject: `product ${id}`,
    cause: `product.sold_out ${id} ${randomUUID()}`,
    data: { product_id: id },
  });
