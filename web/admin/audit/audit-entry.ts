import type { AuditAction, AuditEntry, AuditState } from "../../../contract/api/admin.ts";
import { t } from "../../../contract/texts.ts";
import { formatInstant } from "../../lib/time-fields.ts";

/** The verb of each action, between the admin and the subject. */
export const ACTIONS: Record<AuditAction, string> = {
  "user.created": "created",
  "user.role_changed": t("changed the role of"),
  "user.plan_changed": t("changed the plan of"),
  "user.sending_changed": t("changed the audience emails of"),
  "user.deleted": "deleted",
  "user.reset_mailed": t("sent a password reset to"),
  "user.second_factor_removal_requested": t("requested the removal of the second factor of"),
  "user.second_factor_removal_stopped": t("kept the second factor of"),
  "user.second_factor_removed": t("removed the second factor of"),
  "user.api_keys_revoked": t("revoked API keys of"),
  "feedback.status_changed": t("changed the status of"),
  "marketing.sent": "sent",
  "job.retried": "retried",
  "report.dismissed": "dismissed",
  "report.decided": t("decided on"),
  "report.lifted": t("took back the decision on"),
  "report.objection_answered": t("answered the objection to"),
  "block.added": "blocked",
  "block.removed": "unblocked",
  "domain.removed": "removed",
};

/** Returns the email of a user, or the beginning of a deleted user's id. */
export function userName({ id, email }: { id: string; email: string | null }): string {
  return email ?? t("a deleted user ({value})", { value: id.slice(0, 8) });
}

/** Names the subject of an action, such as `report #7`. */
export function subjectName({ action, subject }: Pick<AuditEntry, "action" | "subject">): string {
  if (action === "feedback.status_changed") return `feedback #${subject.id}`;
  if (action === "job.retried") return t("a failed job ({value})", { value: subject.id.slice(0, 8) });
  if (action.startsWith("report.")) return `report #${subject.id}`;
  if (action.startsWith("block.")) return `entry #${subject.id}`;
  if (action === "domain.removed") return t("an own domain");
  if (action === "marketing.sent") return `marketing email #${subject.id}`;
  return userName(subject);
}

const LABELS: Readonly<Record<string, string>> = {
  is_admin: "admin",
  sending_stopped: "stopped",
  removed_at: t("removed at"),
};

/** Returns the changed values as text: `plan: free → creator`. */
export function changesOf({ before, after }: Pick<AuditEntry, "before" | "after">): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => {
    const [from, to] = [valueText(before, name), valueText(after, name)];
    const label = LABELS[name] ?? name;
    if (from === null && to === null) return [];
    if (from === null || to === null) return `${label}: ${from ?? to}`;
    return `${label}: ${from} → ${to}`;
  });
}

function valueText(state: AuditState | null, name: string): string | null {
  const value = state?.[name];
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  // In the words of the form: `email domain`.
  if (name === "kind") return String(value).replaceAll("_", " ");
  return name.endsWith("_at") ? t("{value} UTC", { value: formatInstant(String(value)) }) : String(value);
}
