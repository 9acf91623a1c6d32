import { sql } from "drizzle-orm";
import { isConnectionLost, isRetryableTransactionError } from "../../platform/database/errors.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { Log } from "../../platform/log/index.ts";
import type { NewEvent } from "./repository.ts";

/** An event that the server itself observes. */
type OwnEvent = Pick<NewEvent, "creatorId" | "tileId" | "device" | "country" | "source"> & {
  event: "purchase" | "signup";
};

/**
 * Stores an event and its count in the caller's transaction. Drops its tile if that is deleted, being deleted
 * or another creator's.
 */
async function insertOwnEvent(tx: Transaction, own: OwnEvent): Promise<void> {
  const { creatorId, tileId, event, device, country, source } = own;
  await tx.execute(sql`
    with stored as (
      insert into events (creator_id, tile_id, event, device, country, source)
      values (
        ${creatorId},
        (select id from tiles where id = ${tileId} and creator_id = ${creatorId} for key share skip locked),
        ${event}, ${device}, ${country}, ${source}
      )
      returning creator_id, tile_id, event, device, country, source
    )
    insert into pending_counts (creator_id, tile_id, event, device, country, source)
    select * from stored`);
}

const LIMIT_LOCK_WAIT = sql`select current_setting('lock_timeout') as usual, set_config('lock_timeout', '1s', true)`;

/** Records server-side events in the transaction of their cause. */
export function createOwnEvents({ log, scheduleRollup }: { log: Log; scheduleRollup: () => void }) {
  return {
    /** Records a purchase. A failure or a lock timeout loses the event, but not the sale. */
    async recordPurchase(
      tx: Transaction,
      { orderId, ...purchase }: Omit<OwnEvent, "event"> & { orderId: number },
    ): Promise<void> {
      try {
        await tx.transaction(async (savepoint) => {
          const { rows } = await savepoint.execute<{ usual: string }>(LIMIT_LOCK_WAIT);
          await insertOwnEvent(savepoint, { ...purchase, event: "purchase" });
          // Restore the timeout, which would otherwise last until the end of the transaction.
          await savepoint.execute(sql`select set_config('lock_timeout', ${rows[0]?.usual}, true)`);
        });
        scheduleRollup();
      } catch (error) {
        if (isRetryableTransactionError(error) || isConnectionLost(error)) throw error;
        log.error({ err: error, orderId }, "purchase event was not recorded; the sale continues");
      }
    },

    async recordSignup(tx: Transaction, signup: Omit<OwnEvent, "event">): Promise<void> {
      await insertOwnEvent(tx, { ...signup, event: "signup" });
      scheduleRollup();
    },
  };
}
