import type { Decision, Report, ReportDetail } from "../../../contract/api/moderation.ts";
import type { Database } from "../../platform/database/index.ts";
import { countAdmins } from "../accounts/index.ts";
import { findAnyTile, listFirstTiles } from "../tiles/index.ts";
import { canObject } from "./objections.ts";
import { countWaitingOn, type DecisionRow, findDecision, type ListedReport } from "./repository.ts";

/** Formats a decision in the same way for its creator and for administrators. */
export function presentDecision(row: DecisionRow, tile: string | null, now: Date): Decision {
  return {
    id: row.id,
    scope: row.scope,
    ground: row.ground,
    rule: row.rule,
    reason: row.reason,
    tile,
    until: row.until?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    active: row.scope !== "none" && row.liftedAt === null,
    lifted_at: row.liftedAt?.toISOString() ?? null,
    objection:
      row.objectedAt === null
        ? null
        : {
            text: row.objection ?? "",
            created_at: row.objectedAt.toISOString(),
            outcome: row.objectionOutcome,
            answer: row.objectionAnswer,
          },
    can_object: canObject(row, now),
  };
}

export function presentReport({ report, creator }: ListedReport): Report {
  return {
    id: report.id,
    state: report.state,
    reason: report.reason,
    path: report.path,
    creator: creator && {
      user_id: creator.userId,
      handle: creator.handle,
      display_name: creator.displayName,
      suspended: creator.suspension !== null,
    },
    created_at: report.createdAt.toISOString(),
  };
}

export async function presentReportDetail(
  db: Database,
  found: ListedReport,
  { viewerId, now }: { viewerId: string; now: Date },
): Promise<ReportDetail> {
  const { report, creator } = found;
  const decision = report.decisionId === null ? undefined : await findDecision(db, report.decisionId);
  const tiles = creator ? await listChoices(db, { creatorId: creator.id, tileId: report.tileId }) : [];
  const { reporterName: name, reporterEmail: email } = report;
  const isOwnDecision = report.state === "objected" && decision?.decidedBy === viewerId;
  const waiting = creator ? await countWaitingOn(db, creator.id) : 0;
  const waits = report.state === "open" || report.state === "objected";
  return {
    ...presentReport(found),
    message: report.message,
    reporter: name === null && email === null ? null : { name, email },
    has_snapshot: report.snapshotId !== null,
    tiles,
    tile_id: report.tileId,
    others_waiting: waiting - (waits ? 1 : 0),
    decision:
      decision === undefined
        ? null
        : presentDecision(decision, tiles.find(({ id }) => id === decision.tileId)?.title ?? null, now),
    needs_other_admin: isOwnDecision && (await countAdmins(db)) > 1,
  };
}

/** Returns the tiles that can be hidden: the reported tile, then the first tiles of the page. */
async function listChoices(
  db: Database,
  { creatorId, tileId }: { creatorId: number; tileId: number | null },
) {
  const reported = tileId === null ? undefined : await findAnyTile(db, tileId);
  const others = (await listFirstTiles(db, creatorId)).filter(({ id }) => id !== tileId);
  return [...(reported ? [reported] : []), ...others].map(({ id, title, url }) => ({ id, title, url }));
}
