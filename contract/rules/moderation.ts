import { text } from "../texts.ts";

/** The reasons for a report. Notices of child abuse need no name (article 16 of regulation (EU) 2022/2065). */
export const REPORT_REASONS = [
  "child_abuse",
  "hate",
  "intimate_images",
  "privacy",
  "rights",
  "fraud",
  "malware",
  "goods",
  "other_illegal",
  "rules",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_REASON_LABELS: Readonly<Record<ReportReason, string>> = {
  child_abuse: text("Sexual abuse of children"),
  hate: text("Hate, threats or calls to violence"),
  intimate_images: text("Intimate images without consent"),
  privacy: text("Personal data, or posing as someone else"),
  rights: text("Copyright, trademark or other rights"),
  fraud: text("Fraud or scam"),
  malware: text("Phishing or malware"),
  goods: text("Illegal or dangerous goods"),
  other_illegal: text("Something else that is illegal"),
  rules: text("Breaks the rules of this site"),
};

/** `open` and `objected` wait for an administrator. `actioned`: a decision took effect. `reversed`: the decision was reversed. */
export const REPORT_STATES = ["open", "objected", "actioned", "dismissed", "reversed"] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** The subject of a decision. `none` dismisses the report. */
export const DECISION_SCOPES = ["none", "tile", "page", "account"] as const;
export type DecisionScope = (typeof DECISION_SCOPES)[number];

/** The ground of a decision: the law or the site's rules. A suspended page returns 451 or 410 accordingly. */
export const DECISION_GROUNDS = ["law", "rules"] as const;
export type DecisionGround = (typeof DECISION_GROUNDS)[number];
export const SUSPENSION_STATUS = { law: 451, rules: 410 } as const;

/** `page`: visitors do not see the page. `account`: nothing can be changed either. */
export type Suspension = Exclude<DecisionScope, "none" | "tile">;
