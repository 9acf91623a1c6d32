import { setTimeout as delay } from "node:timers/promises";
import { rollUpPending } from "../modules/analytics/rollups.ts";
import type { EventStore } from "../platform/database/event-store.ts";

/** Rolls up all pending counts: again when other nodes, which leave the newest, held a share of them. */
export async function rollUpNow(store: EventStore): Promise<void> {
  while (!(await rollUpPending(store, { settledSeconds: 0 }))?.isComplete) await delay(5);
}
