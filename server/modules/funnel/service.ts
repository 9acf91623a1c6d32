import { FUNNEL_DIMENSIONS, type Funnel, type FunnelQuery, NO_KEY } from "../../../contract/api/funnel.ts";
import { type Database, inSnapshot, inTransaction, type Transaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
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
import { listSaleKinds, readOffersByVisit, readSalesByVisit, readSalesTotals } from "../orders/index.ts";
import { listPageChanges } from "../page-changes/index.ts";
import { listTileTitles } from "../tiles/index.ts";
import type { FunnelDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { COUNT_JOB } from "./jobs.ts";
import { datesIn, isStored, periodBefore, periodOf } from "./period.ts";
import { joinFacets, presentDay, presentOffers, presentTable, presentTotals } from "./presenter.ts";

/** The time that a request spends on counting new visits. A job counts the rest. */
const COUNT_MS = 1_500;

/**
 * Returns the funnel of a period, with the totals of the period before. Throws 400, or 403 on the Free plan.
 */
export async function readFunnel(
  deps: FunnelDeps,
  { creatorId, query }: { creatorId: number; query: FunnelQuery },
): Promise<Funnel> {
  const creator = await findCreatorById(deps.db, creatorId).then(orNotFound("Creator"));
  if (effectivePlan(creator) === "free") throw errors.planRequired();
  const storage = { now: deps.clock.now(), retentionDays: deps.retentionDays };
  const days = periodOf(query, storage);
  await countNow(deps, creatorId);
  return readAll(deps.db, { creatorId, days, query, storage });
}

/** Counts new visits. Leaves the rest to a job if it takes too long. */
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

function readAll(
  db: Database,
  {
    creatorId,
    days,
    query,
    storage,
  }: { creatorId: number; days: FunnelDays; query: FunnelQuery; storage: Parameters<typeof isStored>[1] },
): Promise<Funnel> {
  const filter = filterOf(query);
  const kind = query.money;
  const before = periodBefore(days);
  return inSnapshot(db, async (tx) => {
    const { tileTitles, linkTitles } = await readTitles(tx, creatorId);
    const sales = await readSalesByVisit(tx, { creatorId, days, kind, filter });
    const salesBefore = await readSalesTotals(tx, { creatorId, days: before, kind, filter });
    const offers = await readOffersByVisit(tx, { creatorId, days, kind, filter });
    const visits = await readVisits(tx, { creatorId, days, filter });
    const visitsBefore = await readVisitTotals(tx, { creatorId, days: before, filter });
    const tables = joinFacets(visits.facets, sales);
    checkFilter(filter, { tables, tileTitles, linkTitles });
    return {
      ...days,
      changes: await listPageChanges(tx, { creatorId, ...days }),
      kinds: await listSaleKinds(tx, { creatorId, days }),
      counted_until: visits.countedUntil?.toISOString() ?? null,
      totals: presentTotals(tables.get("total")?.get("")),
      offers: presentOffers(offers),
      previous: presentTotals(joinFacets(visitsBefore, salesBefore).get("total")?.get("")),
      previous_stored: isStored(before, storage),
      tables: {
        source: presentTable(tables.get("source")),
        tile: presentTable(tables.get("tile"), tileTitles),
        country: presentTable(tables.get("country")),
        device: presentTable(tables.get("device")),
        campaign: presentTable(tables.get("campaign"), linkTitles),
      },
      days: datesIn(days).map((date) => presentDay(date, tables.get("day")?.get(date))),
    };
  });
}

async function readTitles(tx: Transaction, creatorId: number) {
  const titlesOf = (rows: readonly { id: number; title: string }[]) =>
    new Map(rows.map(({ id, title }) => [String(id), title]));
  return {
    tileTitles: titlesOf(await listTileTitles(tx, creatorId)),
    linkTitles: titlesOf(await listCampaignLinks(tx, creatorId)),
  };
}

const filterOf = (query: FunnelQuery): FunnelFilter =>
  Object.fromEntries(FUNNEL_DIMENSIONS.map((name) => [name, query[name]]));

/**
 * Throws 400 for an unknown tile or campaign link. A deleted one is accepted if the period has a row for it.
 */
function checkFilter(
  filter: FunnelFilter,
  {
    tables,
    tileTitles,
    linkTitles,
  }: { tables: ReturnType<typeof joinFacets> } & Awaited<ReturnType<typeof readTitles>>,
): void {
  for (const [field, titles] of [
    ["tile", tileTitles],
    ["campaign", linkTitles],
  ] as const) {
    const key = filter[field];
    const isKnown = key === undefined || key === NO_KEY || titles.has(key) || tables.get(field)?.has(key);
    if (!isKnown) throw errors.unknownFilter({ field });
  }
}
