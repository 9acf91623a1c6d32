import type { AdminUser } from "../../../contract/api/admin.ts";
import type { AdminUserDetail } from "../../../contract/api/admin-overview.ts";
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

/** Returns what an administrator can do with a user, with its labels; what cannot be undone is last. Oneself cannot be deleted. */
export function actionsOf(
  user: AdminUser,
  isSelf: boolean,
  factor?: AdminUserDetail["second_factor"],
): { label: string; action: UserAction }[] {
  const plan = otherPlan(user);
  const { is_admin, sending_stopped } = user;
  return [
    { label: is_admin ? "Remove admin" : "Make admin", action: { act: "role", user } },
    ...(plan ? [{ label: PLAN_LABELS[plan], action: { act: "plan", user, plan } } as const] : []),
    ...(sending_stopped === null
      ? []
      : [{ label: sendingLabel(sending_stopped), action: { act: "sending", user } } as const]),
    { label: "Send password reset", action: { act: "reset", user } },
    ...(factor?.removed_at
      ? [{ label: "Keep second factor", action: { act: "keep-factor", user } } as const]
      : []),
    ...(factor?.enabled_at && !factor.removed_at
      ? [{ label: "Remove second factor", action: { act: "remove-factor", user } } as const]
      : []),
    ...(isSelf ? [] : [{ label: "Delete user", action: { act: "delete", user } } as const]),
  ];
}
export const NOT_ONESELF = "You cannot delete yourself.";

const PLAN_LABELS = { free: "Change plan to Free", creator: "Change plan to Creator" };
const sendingLabel = (isStopped: boolean) => (isStopped ? "Allow audience emails" : "Stop audience emails");

/** Returns the plan to change to; null for a user without a creator record. */
function otherPlan({ plan }: AdminUser): Plan | null {
  if (plan === null) return null;
  return plan === "creator" ? "free" : "creator";
}
