import { setTimeout as delay } from "node:timers/promises";
import { rollUpPending } from "../modules/analytics/rollups.ts";
import type { Database } from "../platform/database/index.ts";

/** Rolls up all pending counts. Repeats while another node rolls up a share, because that node leaves out the newest counts. */
export async function rollUpNow(db: Database): Promise<void> {
  while (!(await rollUpPending(db, { settledSeconds: 0 }))?.isComplete) await delay(5);
}
