import type { AdminUser } from "../../../contract/admin.ts";
import type { Plan } from "../../../contract/creators.ts";

/** What an administrator can do with one user. */
export type UserAction = { user: AdminUser } & (
  | { act: "role" }
  | { act: "plan"; plan: Plan }
  | { act: "reset" }
  | { act: "delete" }
);

/** What a person is called in a question. */
export function nameOf({ display_name, email }: AdminUser): string {
  return display_name ? `${display_name} (${email})` : email;
}

/** The plan that a click would give; null for somebody without a page. */
export function otherPlan({ plan }: AdminUser): Plan | null {
  if (plan === null) return null;
  return plan === "creator" ? "free" : "creator";
}
