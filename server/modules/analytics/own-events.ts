import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { isConnectionLost, isRetryableTransactionError, wereMoved } from "../../platform/database/errors.ts";
import { type EventStores, isSeparate } from "../../platform/database/event-store.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job, Jobs } from "../../platform/jobs/port.ts";
import type { Log } from "../../platform/log/index.ts";
import { findCreatorById } from "../creators/index.ts";
import {
  describeOwnEvent,
  insertOwnEvent,
  insertRecordedEvent,
  type OwnEvent,
} from "./own-events-repository.ts";

export const OWN_EVENT_JOB = "analytics.own-event";

const RecordedEvent = z.object({
  cause: z.uuid(),
  happenedAt: z.string(),
  event: z.enum(["purchase", "signup"]),
  creatorId: z.number(),
  tileId: z.number().nullable(),
  device: z.enum(["mobile", "tablet", "desktop"]).nullable(),
  country: z.string().nullable(),
  source: z.string().nullable(),
});
export type RecordedEvent = z.infer<typeof RecordedEvent>;

/** A database of visits may be unavailable for a day. */
const RETRY = { limit: 200, initialDelaySeconds: 2, maxDelaySeconds: 600 };

/** Stores an event that the server has observed while visits are in a database of their own. */
export const ownEventJob = (storeOwnEvent: (event: RecordedEvent) => Promise<void>): Job =>
  defineJob({
    name: OWN_EVENT_JOB,
    payload: RecordedEvent,
    retry: RETRY,
    handler: ({ data }) => storeOwnEvent(data),
  });

/** Events that the server itself observes: in the transaction of their cause where visits are in its database, otherwise by a job of it. */
export function createOwnEvents({
  events,
  jobs,
  log,
  scheduleRollup,
}: {
  events: EventStores;
  jobs: Pick<Jobs, "enqueue">;
  log: Log;
  scheduleRollup: () => void;
}) {
  async function enqueue(tx: Transaction, own: OwnEvent): Promise<void> {
    const { creatorId, event, device, country, source } = own;
    const data: RecordedEvent = {
      ...(await describeOwnEvent(tx, own)),
      cause: randomUUID(),
      creatorId,
      event,
      device,
      country,
      source,
    };
    await jobs.enqueue(tx, { name: OWN_EVENT_JOB, data });
  }

  return {
    /** A failure or a lock timeout loses the event, but not the sale. */
    async recordPurchase(
      tx: Transaction,
      { orderId, ...purchase }: Omit<OwnEvent, "event"> & { orderId: number },
    ): Promise<void> {
      const own: OwnEvent = { ...purchase, event: "purchase" };
      if (isSeparate(events.latest())) return enqueue(tx, own);
      try {
        await tx.transaction(async (savepoint) => {
          await savepoint.execute(sql`set local lock_timeout = '1s'`);
          await insertOwnEvent(savepoint, own);
        });
        scheduleRollup();
      } catch (error) {
        if (wereMoved(error)) return enqueue(tx, own);
        if (isRetryableTransactionError(error) || isConnectionLost(error)) throw error;
        log.error({ err: error, orderId }, "purchase event was not recorded; the sale continues");
      }
    },

    async recordSignup(tx: Transaction, signup: Omit<OwnEvent, "event">): Promise<void> {
      const own: OwnEvent = { ...signup, event: "signup" };
      if (isSeparate(events.latest())) return enqueue(tx, own);
      try {
        // A savepoint, so that the transaction goes on if visits have just been moved.
        const store = (within: Transaction) => insertOwnEvent(within, own);
        await (events.own ? tx.transaction(store) : store(tx));
        scheduleRollup();
      } catch (error) {
        // Without a savepoint nothing can follow; the visitor tries again once this process knows where visits are.
        if (!events.own || !wereMoved(error)) throw error;
        await enqueue(tx, own);
      }
    },

    /** Stores an event that one of the two has left to a job. */
    async store(event: RecordedEvent): Promise<void> {
      await events.write(async ({ db, main, isIncomplete }) => {
        // Whether another attempt at this job has stored it is among what is still to be copied.
        if (isIncomplete) throw new Error("visits are being moved");
        // The events of a deleted creator are deleted once, and this one may be hours late.
        if (await findCreatorById(main, event.creatorId)) await insertRecordedEvent(db, event);
      });
      scheduleRollup();
    },
  };
}
