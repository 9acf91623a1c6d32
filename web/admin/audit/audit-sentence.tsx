import type { ReactNode } from "react";
import type { AuditAction, AuditEntry } from "../../../contract/api/admin.ts";
import { rich } from "../../lib/rich.ts";
import { userName } from "./audit-entry.ts";

type Values = {
  /** The administrator. */
  admin: ReactNode;
  /** The user whom the action is about. */
  user: ReactNode;
  /** The id of a report, a message or an email. */
  number: string;
  /** The beginning of a job's id. */
  job: string;
  /** Shows the subject. */
  name: (inside: ReactNode) => ReactNode;
};

const SENTENCES: Record<AuditAction, (values: Values) => ReactNode> = {
  "user.created": (values) => rich("{admin} created {user}", values),
  "user.role_changed": (values) => rich("{admin} changed the role of {user}", values),
  "user.plan_changed": (values) => rich("{admin} changed the plan of {user}", values),
  "user.sending_changed": (values) => rich("{admin} changed the audience emails of {user}", values),
  "user.deleted": (values) => rich("{admin} deleted {user}", values),
  "user.reset_mailed": (values) => rich("{admin} sent a password reset to {user}", values),
  "user.second_factor_removal_requested": (values) =>
    rich("{admin} requested the removal of the second factor of {user}", values),
  "user.second_factor_removal_stopped": (values) => rich("{admin} kept the second factor of {user}", values),
  "user.second_factor_removed": (values) => rich("{admin} removed the second factor of {user}", values),
  "user.api_keys_revoked": (values) => rich("{admin} revoked API keys of {user}", values),
  "feedback.status_changed": (values) =>
    rich("{admin} changed the status of <name>feedback #{number}</name>", values),
  "marketing.sent": (values) => rich("{admin} sent <name>marketing email #{number}</name>", values),
  "job.retried": (values) => rich("{admin} retried <name>a failed job ({job})</name>", values),
  "report.dismissed": (values) => rich("{admin} dismissed <name>report #{number}</name>", values),
  "report.decided": (values) => rich("{admin} decided on <name>report #{number}</name>", values),
  "report.lifted": (values) =>
    rich("{admin} took back the decision on <name>report #{number}</name>", values),
  "report.objection_answered": (values) =>
    rich("{admin} answered the objection to <name>report #{number}</name>", values),
  "block.added": (values) => rich("{admin} blocked <name>entry #{number}</name>", values),
  "block.removed": (values) => rich("{admin} unblocked <name>entry #{number}</name>", values),
  "domain.removed": (values) => rich("{admin} removed <name>an own domain</name>", values),
};

const strong = (inside: ReactNode) => <strong className="font-semibold">{inside}</strong>;

/** Says who did something and to whom, such as `ada@example.com decided on report #7`. */
export const auditSentence = ({ action, actor, subject }: Pick<AuditEntry, "action" | "actor" | "subject">) =>
  SENTENCES[action]({
    admin: strong(userName(actor)),
    user: strong(userName(subject)),
    number: subject.id,
    job: subject.id.slice(0, 8),
    name: strong,
  });
