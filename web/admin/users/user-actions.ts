import type { AdminUser } from "../../../contract/api/admin.ts";
import type { Plan } from "../../../contract/api/creators.ts";

/** What an administrator can do with one user. */
export type UserAction = { user: AdminUser } & (
  | { act: "role" }
  | { act: "plan"; plan: Plan }
  | { act: "sending" }
  | { act: "reset" }
  | { act: "remove-factor" }
  | { act: "keep-factor" }
  | { act: "delete" }
);

/** Returns how a user is named in a label: display name and email. */
export function userLabel({ display_name, email }: AdminUser): string {
  return display_name ? `${display_name} (${email})` : email;
}

/** Returns the plan to change to; null for a user without a creator record. */
export function otherPlan({ plan }: AdminUser): Plan | null {
  if (plan === null) return null;
  return plan === "creator" ? "free" : "creator";
}
