import { blockRoutes } from "../../../contract/api/blocks.ts";
import { moderationRoutes } from "../../../contract/api/moderation.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import { csvTable, sendCsv } from "../../platform/http/csv.ts";
import { paginate } from "../../platform/http/paginate.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { findTileTitles } from "../tiles/index.ts";
import { addBlock, getBlocks, removeBlock } from "./blocks.ts";
import { decide } from "./decide.ts";
import type { ModerationDeps } from "./deps.ts";
import { answerObjection, liftDecision, objectTo } from "./objections.ts";
import { presentDecision, presentReport, presentReportDetail } from "./presenter.ts";
import { type DecisionRow, findReport, listDecisionsOn, listReports } from "./repository.ts";
import { readSnapshot, SNAPSHOT_POLICY } from "./snapshot.ts";
import { columnsOf, countReports } from "./transparency.ts";

export function registerReportRoutes(registerRoute: RegisterRoute, deps: ModerationDeps): void {
  const { db, clock } = deps;
  const present = async (id: number, viewerId: string) => {
    const found = await findReport(db, id).then(orNotFound("Report"));
    return { report: await presentReportDetail(db, found, { viewerId, now: clock.now() }) };
  };

  registerRoute(moderationRoutes.reports, async ({ query }) => {
    const { range, wrap } = paginate(query.page);
    const { rows, total } = await listReports(db, query.state, range);
    return wrap({ reports: rows.map(presentReport), total });
  });

  registerRoute(moderationRoutes.showReport, ({ params, viewer }) => present(params.id, viewer.userId));

  registerRoute(moderationRoutes.snapshot, async ({ params, reply }) => {
    const found = await findReport(db, params.id);
    const id = found?.report.snapshotId;
    const html = id ? await readSnapshot(db, id) : undefined;
    if (html === undefined) throw notFound("Snapshot");
    return reply
      .headers({
        "Content-Security-Policy": SNAPSHOT_POLICY,
        "X-Frame-Options": "SAMEORIGIN",
        "Referrer-Policy": "no-referrer",
      })
      .type("text/html; charset=utf-8")
      .send(html);
  });

  registerRoute(moderationRoutes.decide, async ({ params: { id }, body, viewer }) => {
    await decide(deps, { actorId: viewer.userId, id, input: body });
    return present(id, viewer.userId);
  });

  registerRoute(moderationRoutes.lift, async ({ params: { id }, body, viewer }) => {
    await liftDecision(deps, { actorId: viewer.userId, id, reason: body.reason });
    return present(id, viewer.userId);
  });

  registerRoute(moderationRoutes.answer, async ({ params: { id }, body, viewer }) => {
    await answerObjection(deps, { actorId: viewer.userId, id, input: body });
    return present(id, viewer.userId);
  });

  registerRoute(moderationRoutes.exportCounts, async ({ query, request, reply }) => {
    const rows = await countReports(db, query);
    const name = `reports-${query.from}-${query.to}`;
    return sendCsv({ request, reply }, { name, lines: csvTable(columnsOf(query), [rows]) });
  });
}

export function registerDecisionRoutes(registerRoute: RegisterRoute, deps: ModerationDeps): void {
  const { db, clock } = deps;
  const present = async (rows: readonly DecisionRow[]) => {
    const ids = rows.flatMap(({ tileId }) => (tileId === null ? [] : [tileId]));
    const titles = await findTileTitles(db, ids);
    return rows.map((row) => presentDecision(row, titles.get(row.tileId ?? 0) ?? null, clock.now()));
  };

  registerRoute(moderationRoutes.decisions, async ({ viewer }) => ({
    decisions: await present(await listDecisionsOn(db, viewer.creatorId)),
  }));

  registerRoute(moderationRoutes.object, async ({ viewer, params: { id }, body: { text } }) => {
    const row = await objectTo(deps, { creatorId: viewer.creatorId, id, text });
    const [decision] = await present([row]);
    if (!decision) throw notFound("Decision");
    return { decision };
  });
}

export function registerBlockRoutes(registerRoute: RegisterRoute, deps: Pick<ModerationDeps, "db">): void {
  registerRoute(blockRoutes.blocks, ({ query }) => getBlocks(deps.db, query));
  registerRoute(blockRoutes.addBlock, async ({ viewer, body }) => ({
    block: await addBlock(deps, { actorId: viewer.userId, input: body }),
  }));
  registerRoute(blockRoutes.removeBlock, ({ viewer, params }) =>
    removeBlock(deps, { actorId: viewer.userId, id: params.id }),
  );
}
