import type { AnalyticsSummary } from "../../../contract/api/analytics.ts";
import { type Database, inTransaction, type Transaction } from "../../platform/database/index.ts";
import { presentSummary } from "./presenter.ts";
import { windowOf } from "./rules.ts";
import {
  countByDay,
  countByTile,
  countVisits,
  listRecent,
  listTiles,
  readNow,
} from "./summary-repository.ts";

/** Returns a creator's statistics of the last `days` UTC days, today included. */
export function summarize(
  { db, publicUrl }: { db: Database; publicUrl: string },
  { creatorId, days }: { creatorId: number; days: number },
): Promise<AnalyticsSummary> {
  const read = async (tx: Transaction) => {
    const { start, dates } = windowOf(await readNow(tx), days);
    const period = { creatorId, start };
    const counts = await countByDay(tx, period);
    const figures = {
      dates,
      days: counts,
      tiles: await listTiles(tx, creatorId),
      tileCounts: await countByTile(tx, period),
      visits: await countVisits(tx, period),
      recent: await listRecent(tx, { creatorId, counts }),
    };
    return presentSummary(figures, publicUrl);
  };
  // All queries read the same snapshot, so that the counts are consistent.
  return inTransaction(db, read, { isolationLevel: "repeatable read", accessMode: "read only" });
}
