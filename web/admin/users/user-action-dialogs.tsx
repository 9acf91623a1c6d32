import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useState } from "react";
import { toast } from "sonner";
import { type AdminUser, adminRoutes, type UserChange } from "../../../contract/api/admin.ts";
import { adminSecondFactorRoutes } from "../../../contract/api/admin-second-factor.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { rich } from "../../lib/rich.ts";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { useAdminChanged } from "../queries.ts";
import type { UserAction } from "./user-actions.ts";

type Props = {
  action: UserAction | null;
  onClose: () => void;
  /** Called instead of `onClose` if the user was deleted. */
  onDeleted?: () => void;
};

/** Asks before an action on a user, with the user's name. */
export function UserActionDialogs({ action: requested, onClose, onDeleted = onClose }: Props) {
  const changed = useAdminChanged();
  const work = useMutation({
    mutationFn: ({ send }: Question) => send(),
    onSuccess: (_response, { done }) => toast.success(done),
    onSettled: changed,
  });
  // Keep the dialog rendered while it closes: removing an open dialog would not return the focus.
  const [action, setAction] = useState(requested);
  if (requested !== null && requested !== action) setAction(requested);
  if (action === null) return null;
  const question = QUESTIONS[action.act](action.user, <UserName user={action.user} />);
  const { send: _send, done: _done, ...texts } = question;
  return (
    <ConfirmDialog
      doing={t("Saving…")}
      {...texts}
      open={requested !== null}
      work={work}
      onConfirm={() => work.mutate(question, { onSuccess: action.act === "delete" ? onDeleted : onClose })}
      onClose={onClose}
    />
  );
}

/** The display name is isolated: text from right to left in it must not reorder the sentence. */
function UserName({ user: { display_name, email } }: { user: AdminUser }) {
  return (
    <strong className="font-semibold text-ink">
      {display_name ? (
        <>
          <bdi>{display_name}</bdi>
          <span> ({email})</span>
        </>
      ) : (
        email
      )}
    </strong>
  );
}

type Texts = "title" | "children" | "confirm" | "doing" | "variant" | "failure";
type Question = Pick<ComponentProps<typeof ConfirmDialog>, Texts> & {
  send: () => Promise<unknown>;
  /** Shown after a success. */
  done: string;
};

const target = ({ id }: AdminUser) => ({ params: { id } });
const update = (user: AdminUser, body: UserChange) =>
  request(adminRoutes.updateUser, { ...target(user), body });

const QUESTIONS: Record<UserAction["act"], (user: AdminUser, name: ReactNode) => Question> = {
  role: (user, name) => ({
    title: user.is_admin ? t("Remove admin?") : t("Make admin?"),
    confirm: user.is_admin ? t("Remove admin") : t("Make admin"),
    variant: user.is_admin ? "danger" : "primary",
    failure: t("Failed to update user"),
    send: () => update(user, { isAdmin: !user.is_admin }),
    done: t("User updated."),
    children: user.is_admin
      ? rich("{name} loses access to the admin console immediately.", { name })
      : rich("{name} gets full access to the admin console: users, feedback and marketing emails.", { name }),
  }),
  plan: (user, name) => {
    const isCreator = user.plan === "creator";
    return {
      title: t("Change plan?"),
      confirm: isCreator ? t("Change to Free") : t("Change to Creator"),
      variant: isCreator ? "danger" : "primary",
      failure: t("Failed to update plan"),
      send: () => update(user, { plan: isCreator ? "free" : "creator" }),
      done: t("Plan updated."),
      children: !isCreator
        ? rich("{name} gets the Creator plan without paying: unlimited tiles and no platform fee.", { name })
        : user.stripe_subscription_active
          ? rich("{name} goes back to the Free plan, and the subscription is cancelled.", { name })
          : rich("{name} goes back to the Free plan and its limits.", { name }),
    };
  },
  sending: (user, name) => ({
    title: user.sending_stopped ? t("Allow audience emails?") : t("Stop audience emails?"),
    confirm: user.sending_stopped ? t("Allow emails") : t("Stop emails"),
    variant: user.sending_stopped ? "primary" : "danger",
    failure: t("Failed to update user"),
    send: () => update(user, { sendingStopped: !user.sending_stopped }),
    done: user.sending_stopped ? t("Emails allowed.") : t("Emails stopped."),
    children: user.sending_stopped
      ? rich("{name} can send emails to their audience again, and visitors can sign up.", { name })
      : rich(
          "{name} can no longer send emails to their audience. Queued ones are not sent, and visitors cannot sign up.",
          { name },
        ),
  }),
  reset: (user, name) => ({
    title: t("Send a password reset?"),
    confirm: t("Send reset email"),
    doing: t("Sending…"),
    variant: "primary",
    failure: t("Failed to send reset email"),
    send: () => request(adminRoutes.resetPassword, target(user)),
    done: t("Password reset email sent."),
    children: (
      <>{rich("{name} gets a link to choose a new password. It works once, for an hour.", { name })}</>
    ),
  }),
  "remove-factor": (user, name) => ({
    title: t("Remove the second factor?"),
    confirm: t("Remove in 24 hours"),
    failure: t("Couldn't request the removal."),
    send: () => request(adminSecondFactorRoutes.removeSecondFactor, target(user)),
    done: t("Removal requested. The user has been emailed."),
    children: (
      <>
        {rich(
          "Only after you are sure who is asking. {name} gets an email now and can stop it; in 24 hours the authenticator app and the recovery codes are removed, and the password alone signs in.",
          { name },
        )}
      </>
    ),
  }),
  "keep-factor": (user, name) => ({
    title: t("Keep the second factor?"),
    confirm: t("Keep it"),
    variant: "primary",
    failure: t("Couldn't stop the removal."),
    send: () => request(adminSecondFactorRoutes.keepSecondFactor, target(user)),
    done: t("The second factor stays."),
    children: <>{rich("The second factor of {name} is not removed.", { name })}</>,
  }),
  delete: (user, name) => ({
    title: t("Delete this user?"),
    confirm: t("Delete user"),
    doing: t("Deleting…"),
    failure: t("Failed to delete user"),
    send: () => request(adminRoutes.deleteUser, target(user)),
    done: t("User deleted."),
    children: (
      <>
        {rich(
          "{name} is signed out everywhere, and the page, tiles, products and files are deleted. Paid orders are kept but anonymised; orders for real money are emailed to the user first. This cannot be undone.",
          { name },
        )}
      </>
    ),
  }),
};
