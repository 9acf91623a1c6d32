import type { DecisionGround } from "../rules/moderation.ts";

/** The fields of the form, in order. */
export const REPORT_FIELDS = ["url", "reason", "message", "name", "email", "goodFaith"] as const;
export type ReportField = (typeof REPORT_FIELDS)[number];

export type ReportForm = {
  entries: Readonly<Record<ReportField, string>>;
  /** The error of each field. */
  problems: { readonly [Field in ReportField]?: string | undefined };
  /** Why the form was rejected although all fields are valid. */
  problem: string | null;
};

export type ReportModel =
  /** Tells that an administrator has suspended the page, because of a law or the site's rules. */
  | { page: "creator-suspended"; ground: DecisionGround }
  /** The form to report a page. */
  | { page: "report"; isSent: boolean; form: ReportForm };
