import { and, eq, gt, inArray, isNull, lt, or } from "drizzle-orm";
import { type Database, inSnapshot, inTransaction, type Transaction } from "../../platform/database/index.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import type { EmailQueue } from "../../platform/mail/port.ts";
import { findOwner } from "../accounts/index.ts";
import { countFunnel, readVisits } from "../analytics/index.ts";
import { creators, effectivePlan, findCreatorById } from "../creators/index.ts";
import { readSalesByVisit } from "../orders/index.ts";
import { listPageChanges } from "../page-changes/index.ts";
import { listTileTitles } from "../tiles/index.ts";
import type { FunnelDeps } from "./deps.ts";
import { composeDigest } from "./digest.ts";
import { periodBefore } from "./period.ts";
import { joinFacets, presentTable, presentTotals } from "./presenter.ts";
import { weeklyDigests } from "./tables.ts";

type DigestDeps = Pick<FunnelDeps, "db" | "clock" | "retentionDays" | "log"> & {
  mails: EmailQueue;
};

/** Digests are sent on Mondays from this hour on, in the creator's time zone. */
const HOUR = 8;
const AT_A_TIME = 200;
const COUNT_MS = 10_000;

/** Sends due digests every hour. A digest missed at eight is sent later that Monday. */
export const weeklyDigestJob = (deps: DigestDeps): Job =>
  defineJob({
    name: "funnel.weekly-digests",
    schedule: "2 * * * *",
    timeoutSeconds: 1_800,
    handler: ({ signal }) => sendDueDigests(deps, signal),
  });

/** Sends each creator one digest per Monday. */
export async function sendDueDigests(deps: DigestDeps, signal?: AbortSignal): Promise<void> {
  const zones = await deps.db
    .selectDistinct({ timeZone: creators.timeZone })
    .from(weeklyDigests)
    .innerJoin(creators, eq(creators.id, weeklyDigests.creatorId));
  const due = Map.groupBy(
    zones.flatMap(({ timeZone }) => {
      const monday = mondayIn(deps.clock.now(), timeZone);
      return monday ? [{ monday, timeZone }] : [];
    }),
    ({ monday }) => monday,
  );
  for (const [monday, group] of due) {
    const timeZones = group.map(({ timeZone }) => timeZone);
    for (let after = 0; !signal?.aborted; ) {
      const ids = await listDue(deps.db, { monday, timeZones, after });
      for (const id of ids) {
        await writeDigest(deps, { creatorId: id, monday }).catch((error: unknown) =>
          deps.log.error({ err: error, creatorId: id }, "weekly digest failed; retrying in an hour"),
        );
      }
      const last = ids.at(-1);
      if (last === undefined || ids.length < AT_A_TIME) break;
      after = last;
    }
  }
}

/** Returns the date in a time zone if it is Monday and at least eight o'clock, or undefined. */
export function mondayIn(now: Date, timeZone: string): string | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  return local.dayOfWeek === 1 && local.hour >= HOUR ? local.toPlainDate().toString() : undefined;
}

async function listDue(
  db: Database,
  { monday, timeZones, after }: { monday: string; timeZones: string[]; after: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: weeklyDigests.creatorId })
    .from(weeklyDigests)
    .innerJoin(creators, eq(creators.id, weeklyDigests.creatorId))
    .where(
      and(
        inArray(creators.timeZone, timeZones),
        isNull(creators.offlineSince),
        or(isNull(weeklyDigests.lastMonday), lt(weeklyDigests.lastMonday, monday)),
        gt(weeklyDigests.creatorId, after),
      ),
    )
    .orderBy(weeklyDigests.creatorId)
    .limit(AT_A_TIME);
  return rows.map(({ id }) => id);
}

async function writeDigest(deps: DigestDeps, { creatorId, monday }: { creatorId: number; monday: string }) {
  const { db, retentionDays, mails } = deps;
  await countFunnel(db, { creatorId, retentionDays, milliseconds: COUNT_MS });
  const week = await readWeek(db, creatorId, monday);
  await inTransaction(db, async (tx) => {
    const isDue = or(isNull(weeklyDigests.lastMonday), lt(weeklyDigests.lastMonday, monday));
    const taken = await tx
      .update(weeklyDigests)
      .set({ lastMonday: monday })
      .where(and(eq(weeklyDigests.creatorId, creatorId), isDue))
      .returning({ id: weeklyDigests.creatorId });
    const creator = taken.length > 0 ? await findCreatorById(tx, creatorId) : undefined;
    if (!creator || effectivePlan(creator) === "free") return;
    const { email } = await findOwner(tx, creatorId);
    const mail = email === null ? undefined : composeDigest(week, creatorId);
    if (email !== null && mail)
      await mails.enqueueEmail(tx, { to: email, mail, cause: `digest ${creatorId} ${monday}` });
  });
}

/** Reads the seven UTC days before a Monday, and the seven days before them. */
function readWeek(db: Database, creatorId: number, monday: string) {
  const end = Temporal.PlainDate.from(monday);
  const days = { from: end.subtract({ days: 7 }).toString(), to: end.subtract({ days: 1 }).toString() };
  const salesIn = (tx: Transaction, period: typeof days) =>
    readSalesByVisit(tx, { creatorId, days: period, kind: "live", filter: {} });
  const visitsIn = async (tx: Transaction, period: typeof days) =>
    (await readVisits(tx, { creatorId, days: period, filter: {} })).facets;
  return inSnapshot(db, async (tx) => {
    const titles = new Map((await listTileTitles(tx, creatorId)).map(({ id, title }) => [String(id), title]));
    const now = joinFacets(await visitsIn(tx, days), await salesIn(tx, days));
    const earlier = periodBefore(days);
    const before = joinFacets(await visitsIn(tx, earlier), await salesIn(tx, earlier));
    return {
      ...days,
      totals: presentTotals(now.get("total")?.get("")),
      previous: presentTotals(before.get("total")?.get("")),
      sources: presentTable(now.get("source")),
      sourcesBefore: presentTable(before.get("source")),
      tiles: presentTable(now.get("tile"), titles),
      changes: await listPageChanges(tx, { creatorId, ...days }),
    };
  });
}
