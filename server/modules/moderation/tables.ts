import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type {
  DecisionGround,
  DecisionScope,
  ReportReason,
  ReportState,
} from "../../../contract/rules/moderation.ts";
import {
  bigintColumn,
  bytea,
  createdAt,
  identity,
  linkTo,
  timestamptz,
} from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";
import { tiles } from "../tiles/tables.ts";

/** Pages at the time of a report. Reports of equal content share one. */
export const reportSnapshots = pgTable(
  "report_snapshots",
  {
    id: identity(),
    /** SHA-256 of the HTML. */
    hash: bytea().notNull(),
    /** The HTML, compressed with Brotli. */
    html: bytea().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("report_snapshots_hash").on(table.hash)],
);

/** Visitors' reports about a page. */
export const reports = pgTable(
  "reports",
  {
    id: identity(),
    creatorId: linkTo("creator_id", () => creators.id),
    /** Empty once the creator is deleted. */
    path: text().notNull(),
    tileId: linkTo("tile_id", () => tiles.id),
    reason: text().$type<ReportReason>().notNull(),
    message: text().notNull(),
    /** Deleted when the report is decided. */
    reporterName: text("reporter_name"),
    reporterEmail: text("reporter_email"),
    /** Whether the reporter received a confirmation. If so, the result is emailed, too. */
    isMailed: boolean("is_mailed").notNull().default(false),
    /** The language of the emails to the reporter. Null for English, and in reports of an earlier release. */
    language: text(),
    snapshotId: linkTo("snapshot_id", () => reportSnapshots.id),
    state: text().$type<ReportState>().notNull().default("open"),
    createdAt: createdAt(),
    /** The time of the first decision. */
    decidedAt: timestamptz("decided_at"),
    decisionId: bigintColumn("decision_id"),
  },
  (table) => [
    index("reports_waiting").on(table.id).where(sql`${table.state} in ('open', 'objected')`),
    index("reports_creator_id").on(table.creatorId),
    index("reports_tile_id").on(table.tileId),
    index("reports_snapshot_id").on(table.snapshotId),
    index("reports_decision_id").on(table.decisionId),
    index("reports_created_at").on(table.createdAt),
    check(
      "reports_state_known",
      sql`${table.state} in ('open', 'objected', 'actioned', 'dismissed', 'reversed')`,
    ),
  ],
);

/**
 * Administrators' decisions, with the creator's objection. They outlive the users, so they have no foreign
 * keys to them.
 */
export const decisions = pgTable(
  "decisions",
  {
    id: identity(),
    creatorId: linkTo("creator_id", () => creators.id),
    scope: text().$type<DecisionScope>().notNull(),
    /** Null for a dismissal. */
    ground: text().$type<DecisionGround>(),
    tileId: linkTo("tile_id", () => tiles.id),
    rule: text().notNull(),
    reason: text().notNull(),
    until: timestamptz("until"),
    decidedBy: uuid("decided_by").notNull(),
    createdAt: createdAt(),
    /** The time at which the decision was lifted or expired. */
    liftedAt: timestamptz("lifted_at"),
    objection: text(),
    objectedAt: timestamptz("objected_at"),
    objectionOutcome: text("objection_outcome").$type<"upheld" | "reversed">(),
    objectionAnswer: text("objection_answer"),
    answeredAt: timestamptz("answered_at"),
    answeredBy: uuid("answered_by"),
  },
  (table) => [
    index("decisions_creator_id").on(table.creatorId, table.id),
    index("decisions_tile_id").on(table.tileId),
    index("decisions_until")
      .on(table.until)
      .where(sql`${table.liftedAt} is null and ${table.until} is not null`),
    check("decisions_scope_known", sql`${table.scope} in ('none', 'tile', 'page', 'account')`),
  ],
);
