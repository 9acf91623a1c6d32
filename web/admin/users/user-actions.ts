import type { AdminUser } from "../../../contract/api/admin.ts";
import type { AdminUserDetail } from "../../../contract/api/admin-overview.ts";
import { t } from "../../../contract/texts.ts";

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
    ["role", is_admin ? t("Remove admin") : t("Make admin")],
    ["plan", plan && (plan === "creator" ? t("Change plan to Free") : t("Change plan to Creator"))],
    [
      "sending",
      sending_stopped !== null && (sending_stopped ? t("Allow audience emails") : t("Stop audience emails")),
    ],
    ["reset", t("Send password reset")],
    ["keep-factor", factor?.removed_at && t("Keep second factor")],
    ["remove-factor", factor?.enabled_at && !factor.removed_at && t("Remove second factor")],
    ["delete", !isSelf && t("Delete user")],
  ];
  return labels.flatMap(([act, label]) => (label ? { label, action: { act, user } } : []));
}

export const NOT_ONESELF = t("You cannot delete yourself.");
