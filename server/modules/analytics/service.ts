import type { AnalyticsSummary, BrowserEvent, Device } from "../../../contract/api/analytics.ts";
import { normalizeSource } from "../../../contract/rules/sources.ts";
import type { Clock } from "../../platform/clock/index.ts";
import type { Database, Transaction } from "../../platform/database/index.ts";
import {
  type CountryHeader,
  createCountryLookup,
  type VisitRequest,
} from "../../platform/geoip/country-lookup.ts";
import type { FindCountry } from "../../platform/geoip/index.ts";
import type { Log } from "../../platform/log/index.ts";
import { createWriteBuffer } from "./buffer.ts";
import { errors } from "./errors.ts";
import { createMaintenance } from "./maintenance.ts";
import { createOwnEvents } from "./own-events.ts";
import { type InsertResult, insertEvents, type NewEvent } from "./repository.ts";
import { createRollups } from "./rollup-schedule.ts";
import { type Agent, asksNotToBeTracked, hashVisitor, isHuman } from "./rules.ts";
import { createSalts } from "./salts.ts";
import { summarize } from "./summary.ts";
import { FILTERED } from "./tables.ts";
import { createUserAgentParser } from "./visit.ts";

/** The events of a quarter of a second on a very popular page. They take at most a few tens of megabytes. */
const MAX_WAITING = 4_000;
const MAX_BATCH = 500;
const FLUSH_DELAY_MS = 3;
/**
 * The number of concurrent writes. While some are in progress, the next batch is collected. A fourth writer
 * did not raise the throughput.
 */
const WRITERS = 3;
export type AnalyticsDeps = {
  db: Database;
  clock: Clock;
  findCountry: FindCountry;
  publicUrl: string;
  log: Log;
  /** The header with the visitor's country. By default, the country is derived from the IP. */
  countryHeader?: CountryHeader | undefined;
  /** The days for which single events are retained, by default 400. Daily counts stay. */
  retentionDays?: number;
  /** The maximum number of events waiting to be written, by default 4000. */
  maxWaiting?: number;
};

export type VisitEvent = {
  creatorId: number;
  tileId?: number | null | undefined;
  event: BrowserEvent;
  source?: string | null | undefined;
  /** The name of a campaign link. */
  campaign?: string | null | undefined;
};

/** The stored properties of a visit. */
export type VisitOrigin = { device: Device | null; country: string | null; source: string | null };

export type Purchase = { orderId: number; creatorId: number; tileId: number | null } & Partial<VisitOrigin>;

type Sourced = Pick<VisitEvent, "source">;
const UNKNOWN_ORIGIN: VisitOrigin = { device: null, country: null, source: null };
const NOTHING = { ...UNKNOWN_ORIGIN, campaign: null, visitor: null };

export type Analytics = {
  /**
   * Records a visitor's event. Resolves when it is durable. Stores nothing for visitors who opt out of
   * tracking, and counts bots and prefetches only as filtered. Throws 404, 400 for a tile of another page,
   * and 503 if too many events are waiting.
   */
  recordVisit(request: VisitRequest, visit: VisitEvent): Promise<void>;
  /**
   * Returns the stored properties of a visit for a later event, or undefined for bots and visitors who opt
   * out of tracking. `source` is the same as for `recordVisit`.
   */
  describeVisit(request: VisitRequest, source: string | null): VisitOrigin | undefined;
  /** Records a purchase in the transaction of its payment. A failure does not prevent the sale. */
  recordPurchase(tx: Transaction, purchase: Purchase): Promise<void>;
  /** Records a signup in the transaction that confirms it. */
  recordSignup(tx: Transaction, signup: { creatorId: number; tileId: number | null }): Promise<void>;
  /**
   * Returns a creator's statistics of the last `days` UTC days, today included. Devices, countries and
   * sources count page views.
   */
  summarize(period: { creatorId: number; days: number }): Promise<AnalyticsSummary>;
  /**
   * Deletes the salts of past days, so that visitor hashes cannot be computed again. Must run at the start
   * and every hour, because there may be no visit for days.
   */
  deleteExpiredSalts(): Promise<void>;
  /** Creates partitions ahead. Without them, events go to the default partition. Must run at the start. */
  makePartitions(): Promise<void>;
  /** Creates partitions ahead, drops expired ones and rolls up pending counts. Must run every hour. */
  runMaintenance(): Promise<void>;
  /** Writes the waiting events and stops this process's roll-ups. Another process continues them. */
  stop(): Promise<void>;
};

export function createAnalyticsService(deps: AnalyticsDeps): Analytics {
  const { db, publicUrl } = deps;
  const salts = createSalts(deps);
  const countryOf = createCountryLookup(deps);
  const parseUserAgent = createUserAgentParser();
  const counting = createRollups(deps);
  const own = createOwnEvents({ ...deps, scheduleRollup: counting.scheduleRollup });
  const buffer = createWriteBuffer<NewEvent, InsertResult>({
    write: async (waiting) => {
      const verdicts = await insertEvents(db, waiting);
      counting.scheduleRollup();
      return verdicts;
    },
    maxWaiting: deps.maxWaiting ?? MAX_WAITING,
    maxBatch: MAX_BATCH,
    flushDelayMs: FLUSH_DELAY_MS,
    writers: WRITERS,
  });

  async function recordVisit(request: VisitRequest, visit: VisitEvent): Promise<void> {
    if (asksNotToBeTracked(request.headers)) return;
    const agent = parseUserAgent(request.headers["user-agent"] ?? "");
    const verdict = isHuman(request.headers, agent)
      ? await recordHuman(request, visit, agent)
      : await recordFiltered(visit);
    if (verdict === "creator_unknown") throw errors.creatorUnknown();
    if (verdict === "tile_unknown") throw errors.tileNotOnPage();
  }

  async function recordHuman(
    request: VisitRequest,
    { creatorId, tileId = null, event, source, campaign = null }: VisitEvent,
    { device }: Pick<Agent, "device">,
  ): Promise<InsertResult> {
    const salt = await salts.today();
    const agent = request.headers["user-agent"] ?? "";
    return buffer.add({
      creatorId,
      tileId,
      event,
      ...originOf(request, { device, source }),
      campaign,
      visitor: hashVisitor({ salt, creatorId, address: request.ip, agent }),
    });
  }

  const originOf = (request: VisitRequest, { device, source }: Pick<Agent, "device"> & Sourced) => ({
    device,
    country: countryOf(request),
    source: typeof source === "string" ? normalizeSource(source) : "unknown",
  });

  /**
   * Counts an event of a bot. Unknown pages and tiles are errors for bots as well, because API clients count
   * as bots by their user agent. A failure to count is not reported.
   */
  async function recordFiltered({ creatorId, tileId = null }: VisitEvent): Promise<InsertResult> {
    return buffer.add({ creatorId, tileId, event: FILTERED, ...NOTHING }).catch(() => "stored" as const);
  }

  return {
    recordVisit,

    describeVisit(request, source) {
      const agent = parseUserAgent(request.headers["user-agent"] ?? "");
      const isDescribed = !asksNotToBeTracked(request.headers) && isHuman(request.headers, agent);
      return isDescribed ? originOf(request, { device: agent.device, source }) : undefined;
    },

    recordPurchase: (tx, purchase) => own.recordPurchase(tx, { ...UNKNOWN_ORIGIN, ...purchase }),

    recordSignup: (tx, signup) => own.recordSignup(tx, { ...UNKNOWN_ORIGIN, ...signup }),

    summarize: (period) => summarize({ db, publicUrl }, period),

    deleteExpiredSalts: salts.deleteExpired,

    ...createMaintenance({ ...deps, counting }),

    async stop() {
      await buffer.flush();
      counting.stop();
    },
  };
}
