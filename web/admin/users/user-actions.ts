import type { AdminUser } from "../../../contract/api/admin.ts";
import type { AdminUserDetail } from "../../../contract/api/admin-overview.ts";

/** An administrator's action on a user. */
export type UserAction = {
  user: AdminUser;
  act: "role" | "plan" | "sending" | "reset" | "remove-factor" | "keep-factor" | "delete";
};

/** Returns the user's display name and email for a label. */
export function userLabel({ display_name, email }: AdminUser): string {
  return display_name ? `${display_name} (${email})` : email;
}

/** Returns the possible actions on a user with labels, irreversible ones last. Administrators cannot delete themselves. */
export function actionsOf(
  user: AdminUser,
  isSelf: boolean,
  factor?: AdminUserDetail["second_factor"],
): { label: string; action: UserAction }[] {
  const { is_admin, plan, sending_stopped } = user;
  // An impossible action has no label: a user without a creator record has no plan.
  const labels: [UserAction["act"], string | false | null | undefined][] = [
    ["role", is_admin ? "Remove admin" : "Make admin"],
    ["plan", plan && `Change plan to ${plan === "creator" ? "Free" : "Creator"}`],
    ["sending", sending_stopped !== null && `${sending_stopped ? "Allow" : "Stop"} audience emails`],
    ["reset", "Send password reset"],
    ["keep-factor", factor?.removed_at && "Keep second factor"],
    ["remove-factor", factor?.enabled_at && !factor.removed_at && "Remove second factor"],
    ["delete", !isSelf && "Delete user"],
  ];
  return labels.flatMap(([act, label]) => (label ? { label, action: { act, user } } : []));
}

export const NOT_ONESELF = "You cannot delete yourself.";
