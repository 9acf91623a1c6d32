import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { toast } from "sonner";
import { type AdminUser, adminRoutes, type UserChange } from "../../../contract/api/admin.ts";
import { adminSecondFactorRoutes } from "../../../contract/api/admin-second-factor.ts";
import { request } from "../../lib/api.ts";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { useAdminChanged } from "../queries.ts";
import type { UserAction } from "./user-actions.ts";

type Props = {
  action: UserAction | null;
  onClose: () => void;
  /** Called in place of `onClose` once the user does not exist any more. */
  onDeleted?: () => void;
};

/** Asks before an action on a user and names the user. */
export function UserActionDialogs({ action: requested, onClose, onDeleted = onClose }: Props) {
  const changed = useAdminChanged();
  const work = useMutation({
    mutationFn: ({ send }: Question) => send(),
    onSuccess: (_response, { done }) => toast.success(done),
    onSettled: changed,
  });
  // The dialog stays rendered while it closes: a dialog that is removed while open does not give the focus back.
  const [action, setAction] = useState(requested);
  if (requested !== null && requested !== action) setAction(requested);
  if (action === null) return null;
  const question = questionOf(action);
  const { send: _send, done: _done, ...texts } = question;
  return (
    <ConfirmDialog
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
          <bdi>{display_name}</bdi> ({email})
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
  /** Shown once it is done. */
  done: string;
};

function questionOf(action: UserAction): Question {
  const { user } = action;
  const { is_admin: isAdmin, sending_stopped: isStopped } = user;
  const name = <UserName user={user} />;
  const target = { params: { id: user.id } };
  const update = (body: UserChange) => request(adminRoutes.updateUser, { ...target, body });
  switch (action.act) {
    case "role":
      return {
        title: isAdmin ? "Remove admin?" : "Make admin?",
        confirm: isAdmin ? "Remove admin" : "Make admin",
        doing: "Saving…",
        variant: isAdmin ? "danger" : "primary",
        failure: "Failed to update user",
        send: () => update({ isAdmin: !isAdmin }),
        done: "User updated.",
        children: isAdmin ? (
          <>{name} loses access to the admin console immediately.</>
        ) : (
          <>{name} gets full access to the admin console: users, feedback and marketing emails.</>
        ),
      };
    case "plan":
      return {
        title: "Change plan?",
        confirm: action.plan === "free" ? "Change to Free" : "Change to Creator",
        doing: "Saving…",
        variant: action.plan === "free" ? "danger" : "primary",
        failure: "Failed to update plan",
        send: () => update({ plan: action.plan }),
        done: "Plan updated.",
        children: (
          <>
            {name}
            {action.plan === "creator"
              ? " gets the Creator plan without paying: unlimited tiles and no platform fee."
              : user.stripe_subscription_active
                ? " goes back to the Free plan, and the subscription is cancelled."
                : " goes back to the Free plan and its limits."}
          </>
        ),
      };
    case "sending":
      return {
        title: isStopped ? "Allow audience emails?" : "Stop audience emails?",
        confirm: isStopped ? "Allow emails" : "Stop emails",
        doing: "Saving…",
        variant: isStopped ? "primary" : "danger",
        failure: "Failed to update user",
        send: () => update({ sendingStopped: !isStopped }),
        done: isStopped ? "Emails allowed." : "Emails stopped.",
        children: isStopped ? (
          <>{name} can send emails to their audience again, and visitors can sign up.</>
        ) : (
          <>
            {name} can no longer send emails to their audience. Queued ones are not sent, and visitors cannot
            sign up.
          </>
        ),
      };
    case "reset":
    case "remove-factor":
    case "keep-factor":
      return questionOfSignIn(user, action.act);
    case "delete":
      return {
        title: "Delete this user?",
        confirm: "Delete user",
        failure: "Failed to delete user",
        send: () => request(adminRoutes.deleteUser, target),
        done: "User deleted.",
        children: (
          <>
            {name} is signed out everywhere, and the page, tiles, products and files are deleted. Paid orders
            are kept but anonymised; orders for real money are emailed to the user first. This cannot be
            undone.
          </>
        ),
      };
  }
}

/** Asks before what helps a user to sign in. */
function questionOfSignIn(user: AdminUser, act: "reset" | "remove-factor" | "keep-factor"): Question {
  const name = <UserName user={user} />;
  const target = { params: { id: user.id } };
  switch (act) {
    case "reset":
      return {
        title: "Send a password reset?",
        confirm: "Send reset email",
        doing: "Sending…",
        variant: "primary",
        failure: "Failed to send reset email",
        send: () => request(adminRoutes.resetPassword, target),
        done: "Password reset email sent.",
        children: <>{name} gets a link to choose a new password. It works once, for an hour.</>,
      };
    case "remove-factor":
      return {
        title: "Remove the second factor?",
        confirm: "Remove in 24 hours",
        doing: "Saving…",
        failure: "Couldn't request the removal",
        send: () => request(adminSecondFactorRoutes.removeSecondFactor, target),
        done: "Removal requested. The user has been emailed.",
        children: (
          <>
            Only after you are sure who is asking. {name} gets an email now and can stop it; in 24 hours the
            authenticator app and the recovery codes are removed, and the password alone signs in.
          </>
        ),
      };
    case "keep-factor":
      return {
        title: "Keep the second factor?",
        confirm: "Keep it",
        doing: "Saving…",
        variant: "primary",
        failure: "Couldn't stop the removal",
        send: () => request(adminSecondFactorRoutes.keepSecondFactor, target),
        done: "The second factor stays.",
        children: <>The second factor of {name} is not removed.</>,
      };
  }
}
