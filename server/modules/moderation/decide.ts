import { and, eq, inArray, sql } from "drizzle-orm";
import type { DecisionInput } from "../../../contract/api/moderation.ts";
import { firstOrThrow, type Transaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { recordAction, withAdmin } from "../admin/index.ts";
import { type CreatorRow, lockCreator } from "../creators/index.ts";
import { findAnyTile } from "../tiles/index.ts";
import type { ModerationDeps } from "./deps.ts";
import { applyDecisions } from "./effects.ts";
import { errors } from "./errors.ts";
import { mailCreator, mailReporter } from "./mails.ts";
import { findAccount, findReport, lockReport, type ReportRow } from "./repository.ts";
import { decisions, reports } from "./tables.ts";

type Decide = { actorId: string; id: number; input: DecisionInput };

/**
 * Decides on an open report. Throws 400, 404, or 409 if it was decided, the creator was deleted or the
 * account is an administrator's.
 */
export function decide(deps: ModerationDeps, { actorId, id, input }: Decide): Promise<void> {
  const until = readUntil(input.until ?? null, deps.clock.now());
  return withAdmin({ db: deps.db, actorId }, async (tx) => {
    // Lock the creator before the report, in the same order as everywhere.
    const known = await findReport(tx, id);
    const creator = known?.creator ? await lockCreator(tx, known.creator.id) : undefined;
    const report = await lockReport(tx, id).then(orNotFound("Report"));
    if (report.state !== "open") throw errors.decided();
    const { scope, ground = null, rule = null, reason, tileId = null } = input;
    if (scope !== "none") await requireTarget(tx, creator, { scope, tileId });
    const isDismissed = scope === "none";
    const decision = await tx
      .insert(decisions)
      .values({
        creatorId: creator?.id ?? null,
        scope,
        ground: isDismissed ? null : ground,
        tileId: scope === "tile" ? tileId : null,
        rule: rule ?? "",
        reason,
        until: isDismissed ? null : until,
        decidedBy: actorId,
      })
      .returning()
      .then(firstOrThrow("insert returned no decision"));
    await settle(tx, deps, {
      decisionId: decision.id,
      state: isDismissed ? "dismissed" : "actioned",
      reports: await listSettledReports(tx, report, decision),
    });
    const after = { scope, decision: decision.id, ...(!isDismissed && { ground }) };
    const action = isDismissed ? "report.dismissed" : "report.decided";
    await recordAction(tx, { actorId, action, subjectId: id, before: { state: "open" }, after });
    if (isDismissed || !creator) return;
    await applyDecisions(tx, deps, creator);
    await mailCreator(tx, deps, { creator, decision, news: "made" });
  });
}

/** Returns the start of a future day. Throws 400. */
function readUntil(date: string | null, now: Date): Date | null {
  if (date === null) return null;
  const until = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(until.getTime()) || until <= now) throw errors.untilPassed();
  return until;
}

/** Throws 409 if the creator cannot be subject to the decision, and 400 for a tile of another creator. */
async function requireTarget(
  tx: Transaction,
  creator: CreatorRow | undefined,
  { scope, tileId }: { scope: DecisionInput["scope"]; tileId: number | null },
): Promise<void> {
  if (!creator) throw errors.accountDeleted();
  if (scope === "account" && (await findAccount(tx, creator.id))?.isAdmin) throw errors.admin();
  if (scope !== "tile") return;
  const tile = tileId === null ? undefined : await findAnyTile(tx, tileId);
  if (tile?.creatorId !== creator.id) throw errors.tileNotFound();
}

/**
 * Returns the reports that a decision settles: the given report, and other open reports about the same tile, or about
 * the creator if the page or account is suspended.
 */
async function listSettledReports(
  tx: Transaction,
  report: ReportRow,
  { scope, tileId }: typeof decisions.$inferSelect,
): Promise<ReportRow[]> {
  if (scope === "none" || report.creatorId === null) return [report];
  const others = await tx
    .select()
    .from(reports)
    .where(
      and(
        eq(reports.creatorId, report.creatorId),
        eq(reports.state, "open"),
        scope === "tile" ? eq(reports.tileId, tileId ?? 0) : undefined,
      ),
    )
    .for("update");
  return [report, ...others.filter(({ id }) => id !== report.id)];
}

/** Closes reports, notifies their waiting reporters, and deletes the reporters' data. */
async function settle(
  tx: Transaction,
  deps: ModerationDeps,
  {
    decisionId,
    state,
    reports: settled,
  }: { decisionId: number; state: "dismissed" | "actioned"; reports: ReportRow[] },
): Promise<void> {
  for (const report of settled) await mailReporter(tx, deps, { report, hasAction: state === "actioned" });
  await tx
    .update(reports)
    .set({ state, decisionId, decidedAt: sql`now()`, reporterName: null, reporterEmail: null })
    .where(
      inArray(
        reports.id,
        settled.map(({ id }) => id),
      ),
    );
}
