import { z } from "zod";
import { Email, fieldMessages, IsoTime, objectBody, optionalText, requiredText } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { DECISION_GROUNDS, DECISION_SCOPES, REPORT_REASONS, REPORT_STATES } from "../rules/moderation.ts";
import { urlText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { PageNumber, pagination } from "./admin.ts";
import { IdParams, route } from "./route.ts";

const messages = defineMessages("moderation", {
  reason: "Choose a reason.",
  goodFaith: "Confirm that what you state is accurate and complete.",
  scope: "Choose what to do.",
  ground: "Choose whether it is illegal or breaks the rules.",
  tile: "Choose the tile to hide.",
  until: "Choose a date after today, or none.",
  outcome: "Choose whether the decision stays.",
  state: "Choose which reports to list: waiting or closed.",
  period: "Enter dates as YYYY-MM-DD, the first one first.",
});

export const ReportReason = z.enum(REPORT_REASONS, { error: messages.reason });
export const ReportState = z.enum(REPORT_STATES);
export const DecisionScope = z.enum(DECISION_SCOPES, { error: messages.scope });
const Ground = z.enum(DECISION_GROUNDS, { error: messages.ground });

/** The form of a report. */
export const ReportInput = objectBody({
  url: urlText(
    fieldMessages.required({ noun: "Page" }),
    limits.url.max,
    fieldMessages.tooLong({ noun: "Page", max: limits.url.max }),
  ).min(1),
  reason: ReportReason,
  message: requiredText("A description of what is wrong", limits.reportMessage.max),
  name: optionalText("Name", limits.displayName.max),
  email: z.union([z.literal("").transform(() => null), Email], { error: fieldMessages.email }),
  goodFaith: z.literal("yes", { error: messages.goodFaith }),
});
export type ReportInput = z.output<typeof ReportInput>;

/** A decision, as its creator and administrators see it. */
export const Decision = z.object({
  id: z.number(),
  scope: DecisionScope,
  ground: Ground.nullable(),
  /** The violated law or rule. */
  rule: z.string(),
  reason: z.string(),
  /** The title of the hidden tile, or null once it is deleted and for other decisions. */
  tile: z.string().nullable(),
  until: IsoTime.nullable(),
  created_at: IsoTime,
  /** True while the decision is in effect. */
  active: z.boolean(),
  lifted_at: IsoTime.nullable(),
  objection: z
    .object({
      text: z.string(),
      created_at: IsoTime,
      outcome: z.enum(["upheld", "reversed"]).nullable(),
      answer: z.string().nullable(),
    })
    .nullable(),
  /** True while the creator may object. */
  can_object: z.boolean(),
});
export type Decision = z.infer<typeof Decision>;

export const Report = z.object({
  id: z.number(),
  state: ReportState,
  reason: ReportReason,
  /** The reported path; empty once the creator is deleted. */
  path: z.string(),
  /** Null once the creator is deleted. */
  creator: z
    .object({ user_id: z.string(), handle: z.string(), display_name: z.string(), suspended: z.boolean() })
    .nullable(),
  created_at: IsoTime,
});
export type Report = z.infer<typeof Report>;

export const ReportDetail = Report.extend({
  message: z.string(),
  /** Available until the report is decided. */
  reporter: z.object({ name: z.string().nullable(), email: z.string().nullable() }).nullable(),
  has_snapshot: z.boolean(),
  /** The tiles that can be hidden, the reported tile first. */
  tiles: z.array(z.object({ id: z.number(), title: z.string(), url: z.string().nullable() })),
  tile_id: z.number().nullable(),
  /** Other open reports about this creator. */
  others_waiting: z.number(),
  decision: Decision.nullable(),
  /** True if another administrator must answer the objection. */
  needs_other_admin: z.boolean(),
});
export type ReportDetail = z.infer<typeof ReportDetail>;

const Reason = requiredText("Reason", limits.decisionReason.max);
const DateOnly = z.iso.date({ error: messages.until });

export const DecisionInput = objectBody({
  scope: DecisionScope,
  ground: Ground.nullish(),
  rule: optionalText("Law or rule", limits.decisionRule.max).optional(),
  reason: Reason,
  tileId: z.number({ error: fieldMessages.tileId }).int().positive().nullish(),
  /** The first day (UTC) on which the decision is no longer in effect, or null for a decision without an end. */
  until: DateOnly.nullish(),
})
  .refine(({ scope, ground }) => scope === "none" || ground, { error: messages.ground, path: ["ground"] })
  .refine(({ scope, rule }) => scope === "none" || rule, {
    error: fieldMessages.required({ noun: "Law or rule" }),
    path: ["rule"],
  })
  .refine(({ scope, tileId }) => scope !== "tile" || tileId, { error: messages.tile, path: ["tileId"] });
export type DecisionInput = z.output<typeof DecisionInput>;

export const AnswerInput = objectBody({
  outcome: z.enum(["upheld", "reversed"], { error: messages.outcome }),
  reason: Reason,
});
export type AnswerInput = z.output<typeof AnswerInput>;

const ReportResponse = z.object({ report: ReportDetail });
const DecisionResponse = z.object({ decision: Decision });
export const moderationMessages = messages;

export const moderationRoutes = {
  reports: route("GET", "/api/admin/reports", "admin", {
    summary: "Reports of pages, waiting reports oldest first, other reports latest first",
    query: z.object({
      state: z.enum(["waiting", "closed"], { error: messages.state }).default("waiting"),
      page: PageNumber,
    }),
    responses: { 200: z.object({ reports: z.array(Report), ...pagination }) },
  }),
  showReport: route("GET", "/api/admin/reports/:id", "admin", {
    summary: "Report with its decisions",
    params: IdParams,
    responses: { 200: ReportResponse },
  }),
  snapshot: route("GET", "/api/admin/reports/:id/snapshot", "admin", {
    summary: "Page at the time of its report, as HTML without scripts",
    params: IdParams,
    responses: { 200: null },
    mediaType: "text/html",
  }),
  decide: route("POST", "/api/admin/reports/:id/decision", "admin", {
    recent: true,
    summary: "Dismiss a report, hide a tile, or suspend the page or the account",
    params: IdParams,
    bodyLimit: 32 * 1024,
    body: DecisionInput,
    responses: { 200: ReportResponse },
    example: { scope: "page", ground: "rules", rule: "Terms, section 4", reason: "It sells fake tickets." },
    errors: { 409: ["moderation.decided", "moderation.admin", "moderation.account_deleted"] },
  }),
  lift: route("POST", "/api/admin/reports/:id/lift", "admin", {
    recent: true,
    summary: "Reverse a decision",
    params: IdParams,
    bodyLimit: 32 * 1024,
    body: objectBody({ reason: Reason }),
    responses: { 200: ReportResponse },
    example: { reason: "The creator has shown the licence." },
    errors: { 409: ["moderation.not_active"] },
  }),
  answer: route("POST", "/api/admin/reports/:id/answer", "admin", {
    recent: true,
    summary: "Answer an objection by upholding or reversing the decision",
    params: IdParams,
    bodyLimit: 32 * 1024,
    body: AnswerInput,
    responses: { 200: ReportResponse },
    example: { outcome: "reversed", reason: "You were right." },
    errors: { 409: ["moderation.not_objected", "moderation.other_admin"] },
  }),
  exportCounts: route("GET", "/api/admin/reports.csv", "admin", {
    summary: "Counts of reports and decisions for a transparency report as CSV (RFC 4180)",
    query: z
      .object({ from: DateOnly, to: DateOnly })
      .refine(({ from, to }) => from <= to, { error: messages.period, path: ["to"] }),
    responses: { 200: null },
    mediaType: "text/csv",
    limit: { points: 20, seconds: 60 },
  }),
  decisions: route("GET", "/api/account/decisions", "creator", {
    summary: "Administrators' decisions about the creator's page, newest first",
    responses: { 200: z.object({ decisions: z.array(Decision) }) },
  }),
  object: route("POST", "/api/account/decisions/:id/object", "creator", {
    allowsSuspended: true,
    summary: "Object to a decision, once and within six months",
    params: IdParams,
    bodyLimit: 32 * 1024,
    body: objectBody({ text: requiredText("Objection", limits.objection.max) }),
    responses: { 200: DecisionResponse },
    example: { text: "The photo is my own." },
    errors: { 409: ["moderation.cannot_object"] },
    limit: { points: 20, seconds: 3600 },
  }),
};
