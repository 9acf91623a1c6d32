import type { AnalyticsSummary, BrowserEvent, Device } from "../../../contract/analytics.ts";
import { normaliseSource } from "../../../contract/sources.ts";
import type { Clock } from "../../platform/clock/index.ts";
import { type Database, inTransaction, type Transaction } from "../../platform/database/index.ts";
import type { FindCountry } from "../../platform/geoip/index.ts";
import { creatorUnknown, tileNotOnPage } from "./errors.ts";
import { presentSummary } from "./presenter.ts";
import { insertEvents, insertPurchase } from "./repository.ts";
import { findDevice, hashVisitor, isPerson, windowOf } from "./rules.ts";
import { createSalts } from "./salts.ts";
import {
  countByDay,
  countByTile,
  countViewsSince,
  countVisits,
  listRecent,
  listTiles,
  readNow,
} from "./summary-repository.ts";
import { type CountryHeader, createCountryLookup, type VisitRequest } from "./visit.ts";

export type AnalyticsDeps = {
  db: Database;
  clock: Clock;
  findCountry: FindCountry;
  publicUrl: string;
  /** Left out, the country comes from the visitor's address alone. */
  countryHeader?: CountryHeader | undefined;
};

export type VisitEvent = {
  creatorId: number;
  tileId?: number | null | undefined;
  event: BrowserEvent;
  source?: string | null | undefined;
};

export type Purchase = {
  creatorId: number;
  tileId: number | null;
  device?: Device | null;
  country?: string | null;
  source?: string | null;
};

export type Analytics = {
  /** Records what a visitor did, durably once it resolves; robots and prefetches leave no trace. Throws 404, and 400 for a tile of another page. */
  recordVisit(request: VisitRequest, visit: VisitEvent): Promise<void>;
  /** Records a purchase together with the transaction that makes it one. */
  recordPurchase(tx: Transaction, purchase: Purchase): Promise<void>;
  /** A creator's figures of the last `days` UTC days, today included. Devices, countries and sources count views of the page. */
  summarise(period: { creatorId: number; days: number }): Promise<AnalyticsSummary>;
  /** Deletes the salts of past days, so that no visitor hash can be made again. Due at the start and every hour: nobody may visit for days. */
  forgetOldSalts(): Promise<void>;
};

export function createAnalytics(deps: AnalyticsDeps): Analytics {
  const salts = createSalts(deps);
  const countryOf = createCountryLookup(deps);

  async function recordVisit(request: VisitRequest, visit: VisitEvent): Promise<void> {
    if (!isPerson(request.headers)) return;
    const { creatorId, source } = visit;
    const agent = request.headers["user-agent"] ?? "";
    const [verdict] = await insertEvents(deps.db, [
      {
        creatorId,
        tileId: visit.tileId ?? null,
        event: visit.event,
        device: findDevice(agent),
        country: countryOf(request),
        source: typeof source === "string" ? normaliseSource(source) : "unknown",
        visitor: hashVisitor({ salt: await salts.today(), creatorId, address: request.ip, agent }),
      },
    ]);
    if (verdict === "creator_unknown") throw creatorUnknown();
    if (verdict === "tile_unknown") throw tileNotOnPage();
  }

  return {
    recordVisit,

    recordPurchase: (tx, { device = null, country = null, source = null, ...sold }) =>
      insertPurchase(tx, { ...sold, device, country, source }),

    summarise: ({ creatorId, days }) => summarise(deps, { creatorId, days }),

    forgetOldSalts: salts.forgetOld,
  };
}

function summarise(
  { db, publicUrl }: AnalyticsDeps,
  { creatorId, days }: { creatorId: number; days: number },
): Promise<AnalyticsSummary> {
  const read = async (tx: Transaction) => {
    const { start, dates } = windowOf(await readNow(tx), days);
    const period = { creatorId, start };
    const tiles = await listTiles(tx, creatorId);
    const figures = {
      dates,
      days: await countByDay(tx, period),
      tiles,
      viewsSince: await countViewsSince(
        tx,
        period,
        tiles.map((tile) => tile.createdAt),
      ),
      tileEvents: await countByTile(tx, period),
      visits: await countVisits(tx, period),
      recent: await listRecent(tx, period),
    };
    return presentSummary(figures, publicUrl);
  };
  // One moment for all figures: they add up.
  return inTransaction(db, read, { isolationLevel: "repeatable read", accessMode: "read only" });
}
