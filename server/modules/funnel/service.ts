import { FUNNEL_DIMENSIONS, type Funnel, type FunnelQuery, NO_KEY } from "../../../contract/api/funnel.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import {
  countFunnel,
  type FunnelDays,
  type FunnelFilter,
  readFunnelState,
  readVisits,
  readVisitTotals,
} from "../analytics/index.ts";
import { listCampaignLinks } from "../campaign-links/index.ts";
import { effectivePlan, findCreatorById } from "../creators/index.ts";
import { listSaleKinds, readSalesByVisit, readSalesTotals } from "../orders/index.ts";
import { listPageChanges } from "../page-changes/index.ts";
import { listTileTitles } from "../tiles/index.ts";
import type { FunnelDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { COUNT_JOB } from "./jobs.ts";
import { datesIn, periodBefore, periodOf } from "./period.ts";
import { joinFacets, presentDay, presentTable, presentTotals } from "./presenter.ts";

/** How long a request counts visits that no request counted before; a job counts the rest. */
const COUNT_MS = 1_500;

/** Returns what visits of a period led to and brought, with the figures of the period before. Throws 400, 403 on the Free plan. */
export async function readFunnel(
  deps: FunnelDeps,
  { creatorId, query }: { creatorId: number; query: FunnelQuery },
): Promise<Funnel> {
  const creator = await findCreatorById(deps.db, creatorId);
  if (!creator) throw notFound("Creator");
  if (effectivePlan(creator) === "free") throw errors.planRequired();
  const days = periodOf(query, { now: deps.clock.now(), retentionDays: deps.retentionDays });
  await countNow(deps, creatorId);
  const read = (tx: Transaction) => readAll(tx, { creatorId, days, query });
  // All queries read the same snapshot, so that the figures add up.
  return deps.replica.read((db) =>
    inTransaction(db, read, { isolationLevel: "repeatable read", accessMode: "read only" }),
  );
}

/** Counts what is not counted yet, by a job where that takes long. */
async function countNow(deps: FunnelDeps, creatorId: number): Promise<void> {
  const { db, retentionDays } = deps;
  try {
    await countFunnel(db, { creatorId, retentionDays, milliseconds: COUNT_MS });
  } catch (error) {
    deps.log.warn({ err: error, creatorId }, "counting visits for the funnel failed; a job continues");
  }
  if ((await readFunnelState(db, creatorId))?.isComplete) return;
  await inTransaction(db, (tx) =>
    deps.jobs.enqueue(tx, {
      name: COUNT_JOB,
      data: { creatorId },
      key: `${creatorId} ${deps.clock.now().toISOString().slice(0, 13)}`,
    }),
  );
}

async function readAll(
  tx: Transaction,
  { creatorId, days, query }: { creatorId: number; days: FunnelDays; query: FunnelQuery },
): Promise<Funnel> {
  const filter = filterOf(query);
  const kind = query.money;
  const { tileTitles, linkTitles } = await readTitles(tx, creatorId);
  checkFilter(filter, { tileTitles, linkTitles });
  const before = periodBefore(days);
  const visits = await readVisits(tx, { creatorId, days, filter });
  const sales = await readSalesByVisit(tx, { creatorId, days, kind, filter });
  const visitsBefore = await readVisitTotals(tx, { creatorId, days: before, filter });
  const salesBefore = await readSalesTotals(tx, { creatorId, days: before, kind, filter });
  const tables = joinFacets(visits.facets, sales);
  return {
    ...days,
    counted_until: visits.countedUntil?.toISOString() ?? null,
    totals: presentTotals(tables.get("total")?.get("")),
    previous: presentTotals(joinFacets(visitsBefore, salesBefore).get("total")?.get("")),
    tables: {
      source: presentTable(tables.get("source")),
      tile: presentTable(tables.get("tile"), tileTitles),
      country: presentTable(tables.get("country")),
      device: presentTable(tables.get("device")),
      campaign: presentTable(tables.get("campaign"), linkTitles),
    },
    days: datesIn(days).map((date) => presentDay(date, tables.get("day")?.get(date))),
    changes: await listPageChanges(tx, { creatorId, ...days }),
    kinds: await listSaleKinds(tx, { creatorId, days }),
  };
}

async function readTitles(tx: Transaction, creatorId: number) {
  const titlesOf = (rows: readonly { id: number; title: string }[]) =>
    new Map(rows.map(({ id, title }) => [String(id), title]));
  return {
    tileTitles: titlesOf(await listTileTitles(tx, creatorId)),
    linkTitles: titlesOf(await listCampaignLinks(tx, creatorId)),
  };
}

function filterOf(query: FunnelQuery): FunnelFilter {
  return Object.fromEntries(FUNNEL_DIMENSIONS.map((name) => [name, query[name]]));
}

/** Throws 400 for a tile or campaign link that the creator does not have. */
function checkFilter(
  { tile, campaign }: FunnelFilter,
  { tileTitles, linkTitles }: Awaited<ReturnType<typeof readTitles>>,
): void {
  const isUnknown = (key: string | undefined, titles: ReadonlyMap<string, string>) =>
    key !== undefined && key !== NO_KEY && !titles.has(key);
  if (isUnknown(tile, tileTitles)) throw errors.unknownFilter({ field: "tile" });
  if (isUnknown(campaign, linkTitles)) throw errors.unknownFilter({ field: "campaign" });
}
