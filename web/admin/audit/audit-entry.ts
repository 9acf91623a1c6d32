import type { AuditEntry, AuditState } from "../../../contract/api/admin.ts";
import { t, text } from "../../../contract/texts.ts";
import { formatInstant } from "../../lib/time-fields.ts";

/** Returns the email of a user, or the beginning of a deleted user's id. */
export function userName({ id, email }: { id: string; email: string | null }): string {
  return email ?? t("a deleted user ({id})", { id: id.slice(0, 8) });
}

const LABELS: Readonly<Record<string, string>> = {
  is_admin: text("admin"),
  sending_stopped: text("stopped"),
  removed_at: text("removed at"),
};

/** Returns the changed values as text: `plan: free → creator`. */
export function changesOf({ before, after }: Pick<AuditEntry, "before" | "after">): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => {
    const [from, to] = [valueText(before, name), valueText(after, name)];
    const known = LABELS[name];
    const label = known === undefined ? name : t(known);
    if (from === null && to === null) return [];
    if (from === null || to === null) return `${label}: ${from ?? to}`;
    return `${label}: ${from} → ${to}`;
  });
}

function valueText(state: AuditState | null, name: string): string | null {
  const value = state?.[name];
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  // In the words of the form: `email domain`.
  if (name === "kind") return String(value).replaceAll("_", " ");
  return name.endsWith("_at") ? t("{time} UTC", { time: formatInstant(String(value)) }) : String(value);
}
