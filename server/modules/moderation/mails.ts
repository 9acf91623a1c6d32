import type { DecisionScope } from "../../../contract/rules/moderation.ts";
import { paths } from "../../../contract/rules/paths.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { CreatorRow } from "../creators/index.ts";
import { findAnyTile } from "../tiles/index.ts";
import type { ModerationDeps } from "./deps.ts";
import { type DecisionRow, findAccount, type ReportRow } from "./repository.ts";

type News = "made" | "upheld" | "lifted" | "ended";
type ActingScope = Exclude<DecisionScope, "none">;

/**
 * Emails a creator a decision with its reasons, its rule and the way to object, or the answer to an
 * objection.
 */
export async function mailCreator(
  tx: Transaction,
  { mails }: Pick<ModerationDeps, "mails">,
  {
    creator,
    decision,
    news,
    text = "",
  }: { creator: CreatorRow; decision: DecisionRow; news: News; text?: string },
): Promise<void> {
  const account = await findAccount(tx, creator.id);
  // Skip the demo creator, whose email cannot receive anything (RFC 2606).
  if (!account || account.email.endsWith(".invalid")) return;
  const { id, scope, ground, rule, reason, until, tileId } = decision;
  const tile = tileId === null ? undefined : await findAnyTile(tx, tileId);
  await mails.enqueueEmail(tx, {
    to: account.email,
    mail: {
      mail: "decision",
      news,
      scope: scope as ActingScope,
      ground: ground ?? "rules",
      handle: creator.handle,
      tile: tile?.title ?? null,
      rule,
      reason: news === "made" ? reason : text,
      until: until?.toISOString() ?? null,
      links: { main: { to: "page", path: paths.decisions() } },
    },
    cause: `decision ${id} ${news}`,
  });
}

/** Emails the result to a reporter who received a confirmation. */
export async function mailReporter(
  tx: Transaction,
  { mails }: Pick<ModerationDeps, "mails">,
  { report, hasAction }: { report: ReportRow; hasAction: boolean },
): Promise<void> {
  const { id, isMailed, language, reporterEmail, path } = report;
  if (!isMailed || reporterEmail === null) return;
  await mails.enqueueEmail(tx, {
    to: reporterEmail,
    mail: {
      mail: "report-decided",
      language: language ?? undefined,
      number: id,
      hasAction,
      links: { main: { to: "page", path: path || paths.landing() } },
    },
    cause: `report ${id} decided`,
  });
}
