import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import type { AnswerInput } from "../../../contract/api/moderation.ts";
import { OBJECTION_DAYS } from "../../../contract/rules/limits.ts";
import type { ReportState } from "../../../contract/rules/moderation.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import { recordAction, withAdmin } from "../admin/index.ts";
import { type CreatorRow, lockCreator } from "../creators/index.ts";
import type { ModerationDeps } from "./deps.ts";
import { applyDecisions } from "./effects.ts";
import { errors } from "./errors.ts";
import { mailCreator } from "./mails.ts";
import { type DecisionRow, findDecision, findReport, lockDecision } from "./repository.ts";
import { decisions, reports } from "./tables.ts";

const DAY_MS = 86_400_000;

/** Returns whether a creator may object to a decision now: once, while it is in effect, within six months. */
export function canObject({ objectedAt, liftedAt, createdAt }: DecisionRow, now: Date): boolean {
  const age = now.getTime() - createdAt.getTime();
  return objectedAt === null && liftedAt === null && age < OBJECTION_DAYS * DAY_MS;
}

/** Stores a creator's objection and reopens the report. Throws 404 for another creator's decision, and 409 if an objection is no longer possible. */
export function objectTo(
  { db, clock }: Pick<ModerationDeps, "db" | "clock">,
  { creatorId, id, text }: { creatorId: number; id: number; text: string },
): Promise<DecisionRow> {
  return inTransaction(db, async (tx) => {
    // Lock the creator before the decision, in the same order as everywhere.
    const creator = await lockCreator(tx, creatorId);
    const decision = await lockDecision(tx, id);
    if (!creator || decision?.creatorId !== creatorId || decision.scope === "none")
      throw notFound("Decision");
    if (!canObject(decision, clock.now())) throw errors.cannotObject();
    const [saved] = await tx
      .update(decisions)
      .set({ objection: text, objectedAt: sql`now()` })
      .where(eq(decisions.id, id))
      .returning();
    // Reopen the first of the settled reports only.
    const [first] = await tx
      .select({ id: reports.id })
      .from(reports)
      .where(eq(reports.decisionId, id))
      .orderBy(asc(reports.id))
      .limit(1);
    if (first) await tx.update(reports).set({ state: "objected" }).where(eq(reports.id, first.id));
    if (!saved) throw notFound("Decision");
    return saved;
  });
}

/**
 * Answers an objection by upholding or lifting the decision. Throws 404, and 409 if no objection waits or the
 * deciding administrator answers although there is another one.
 */
export function answerObjection(
  deps: ModerationDeps,
  { actorId, id, input }: { actorId: string; id: number; input: AnswerInput },
): Promise<void> {
  return withAdmin({ db: deps.db, actorId }, async (tx, admins) => {
    const { decision, creator } = await lockDecided(tx, id);
    if (!decision || decision.objectedAt === null || decision.answeredAt !== null) throw errors.notObjected();
    if (decision.decidedBy === actorId && admins.size > 1) throw errors.otherAdmin();
    const { outcome, reason } = input;
    await writeAnswer(tx, decision, { outcome, answer: reason, actorId });
    if (outcome === "reversed") await liftLocked(tx, deps, { decision, creator });
    await setState(tx, decision.id, outcome === "reversed" ? "reversed" : "actioned");
    const after = { outcome, decision: decision.id };
    await recordAction(tx, { actorId, action: "report.objection_answered", subjectId: id, after });
    if (creator)
      await mailCreator(tx, deps, {
        creator,
        decision,
        news: outcome === "upheld" ? "upheld" : "lifted",
        text: reason,
      });
  });
}

/** Lifts a decision in effect. Counts as the answer to an open objection. Throws 404, 409. */
export function liftDecision(
  deps: ModerationDeps,
  { actorId, id, reason }: { actorId: string; id: number; reason: string },
): Promise<void> {
  return withAdmin({ db: deps.db, actorId }, async (tx) => {
    const { decision, creator } = await lockDecided(tx, id);
    if (!decision || decision.scope === "none" || decision.liftedAt !== null) throw errors.notActive();
    if (decision.objectedAt !== null && decision.answeredAt === null)
      await writeAnswer(tx, decision, { outcome: "reversed", answer: reason, actorId });
    await liftLocked(tx, deps, { decision, creator });
    await setState(tx, decision.id, "reversed");
    const before = { scope: decision.scope, decision: decision.id };
    await recordAction(tx, { actorId, action: "report.lifted", subjectId: id, before });
    if (creator) await mailCreator(tx, deps, { creator, decision, news: "lifted", text: reason });
  });
}

/** Ends expired decisions. */
export async function liftExpired(deps: ModerationDeps): Promise<void> {
  const { db } = deps;
  const isOver = and(isNull(decisions.liftedAt), lte(decisions.until, sql`now()`));
  const rows = await db
    .select({ id: decisions.id, creatorId: decisions.creatorId })
    .from(decisions)
    .where(isOver);
  for (const { id, creatorId } of rows) {
    await inTransaction(db, async (tx) => {
      const creator = creatorId === null ? undefined : await lockCreator(tx, creatorId);
      const decision = await lockDecision(tx, id);
      if (!decision || decision.liftedAt !== null) return;
      await liftLocked(tx, deps, { decision, creator });
      if (creator) await mailCreator(tx, deps, { creator, decision, news: "ended" });
    });
  }
}

/** Locks the creator and the decision of a report. Throws 404 for an unknown report. */
async function lockDecided(tx: Transaction, reportId: number) {
  const found = await findReport(tx, reportId).then(orNotFound("Report"));
  const { decisionId } = found.report;
  const known = decisionId === null ? undefined : await findDecision(tx, decisionId);
  const creator = known?.creatorId ? await lockCreator(tx, known.creatorId) : undefined;
  return { decision: known && (await lockDecision(tx, known.id)), creator };
}

type Locked = { decision: DecisionRow; creator: CreatorRow | undefined };

async function liftLocked(tx: Transaction, deps: ModerationDeps, { decision, creator }: Locked) {
  await tx
    .update(decisions)
    .set({ liftedAt: sql`coalesce(${decisions.liftedAt}, now())` })
    .where(eq(decisions.id, decision.id));
  if (creator) await applyDecisions(tx, deps, creator);
}

async function writeAnswer(
  tx: Transaction,
  { id }: DecisionRow,
  { outcome, answer, actorId }: { outcome: "upheld" | "reversed"; answer: string; actorId: string },
) {
  await tx
    .update(decisions)
    .set({ objectionOutcome: outcome, objectionAnswer: answer, answeredAt: sql`now()`, answeredBy: actorId })
    .where(eq(decisions.id, id));
}

async function setState(tx: Transaction, decisionId: number, state: ReportState) {
  await tx.update(reports).set({ state }).where(eq(reports.decisionId, decisionId));
}
