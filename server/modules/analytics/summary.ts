import type { AnalyticsSummary } from "../../../contract/api/analytics.ts";
import { type Database, inSnapshot } from "../../platform/database/index.ts";
import { presentSummary } from "./presenter.ts";
import { windowOf } from "./rules.ts";
import {
  countByDay,
  countByTile,
  countVisits,
  isClickable,
  listRecent,
  listTiles,
  readNow,
} from "./summary-repository.ts";

/** Returns a creator's statistics of the last `days` UTC days, today included. */
export function summarize(
  { db, publicUrl }: { db: Database; publicUrl: string },
  { creatorId, days }: { creatorId: number; days: number },
): Promise<AnalyticsSummary> {
  return inSnapshot(db, async (tx) => {
    const tiles = await listTiles(tx, creatorId);
    const { start, dates } = windowOf(await readNow(tx), days);
    const period = { creatorId, start };
    const titles = new Map(tiles.map(({ id, title }) => [id, title]));
    const counts = await countByDay(tx, period);
    const recent = await listRecent(tx, { creatorId, counts });
    const figures = {
      dates,
      days: counts,
      tiles: tiles.filter(isClickable),
      tileCounts: await countByTile(tx, { ...period, tiles }),
      visits: await countVisits(tx, period),
      recent: recent.map(({ tileId, ...event }) => ({
        ...event,
        title: tileId === null ? null : (titles.get(tileId) ?? null),
      })),
    };
    return presentSummary(figures, publicUrl);
  });
}
