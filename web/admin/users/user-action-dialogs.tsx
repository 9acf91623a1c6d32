import { useState } from "react";
import type { AdminUser } from "../../../contract/api/admin.ts";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { useDeleteUser, useSendReset, useSetAdmin, useSetPlan, useSetSending } from "../queries.ts";
import { KeepFactorDialog, RemoveFactorDialog } from "./factor-dialogs.tsx";
import type { UserAction } from "./user-actions.ts";
import { UserName as Name } from "./user-name.tsx";

type Props = {
  action: UserAction | null;
  onClose: () => void;
  /** Called in place of `onClose` once the user does not exist any more. */
  onDeleted?: () => void;
};

/** Asks before an action on a user and names the user. */
export function UserActionDialogs({ action: requested, onClose, onDeleted = onClose }: Props) {
  const role = useSetAdmin();
  const plan = useSetPlan();
  const reset = useSendReset();
  const remove = useDeleteUser();
  // The dialog stays rendered while it closes: a dialog that is removed while open does not give the focus back.
  const [action, setAction] = useState(requested);
  if (requested !== null && requested !== action) setAction(requested);
  if (action === null) return null;
  const open = requested !== null;
  const { user } = action;
  const done = { onSuccess: onClose };

  switch (action.act) {
    case "role":
      return (
        <ConfirmDialog
          open={open}
          title={user.is_admin ? "Remove admin?" : "Make admin?"}
          confirm={user.is_admin ? "Remove admin" : "Make admin"}
          doing="Saving…"
          variant={user.is_admin ? "danger" : "primary"}
          failure="Failed to update user"
          work={role}
          onConfirm={() => role.mutate(user, done)}
          onClose={onClose}
        >
          <Name user={user} />
          {user.is_admin
            ? " loses access to the admin console immediately."
            : " gets full access to the admin console: users, feedback and marketing emails."}
        </ConfirmDialog>
      );
    case "plan":
      return (
        <ConfirmDialog
          open={open}
          title="Change plan?"
          confirm={action.plan === "free" ? "Change to Free" : "Change to Creator"}
          doing="Saving…"
          variant={action.plan === "free" ? "danger" : "primary"}
          failure="Failed to update plan"
          work={plan}
          onConfirm={() => plan.mutate(action, done)}
          onClose={onClose}
        >
          <Name user={user} />
          {action.plan === "creator"
            ? " gets the Creator plan without paying: unlimited tiles and no platform fee."
            : user.stripe_subscription_active
              ? " goes back to the Free plan, and the subscription is cancelled."
              : " goes back to the Free plan and its limits."}
        </ConfirmDialog>
      );
    case "sending":
      return <SendingDialog open={open} user={user} onClose={onClose} />;
    case "reset":
      return (
        <ConfirmDialog
          open={open}
          title="Send a password reset?"
          confirm="Send reset email"
          doing="Sending…"
          variant="primary"
          failure="Failed to send reset email"
          work={reset}
          onConfirm={() => reset.mutate(user, done)}
          onClose={onClose}
        >
          <Name user={user} /> gets a link to choose a new password. It works once, for an hour.
        </ConfirmDialog>
      );
    case "remove-factor":
      return <RemoveFactorDialog open={open} user={user} onClose={onClose} />;
    case "keep-factor":
      return <KeepFactorDialog open={open} user={user} onClose={onClose} />;
    case "delete":
      return (
        <ConfirmDialog
          open={open}
          title="Delete this user?"
          confirm="Delete user"
          failure="Failed to delete user"
          work={remove}
          onConfirm={() => remove.mutate(user, { onSuccess: onDeleted })}
          onClose={onClose}
        >
          <Name user={user} /> is signed out everywhere, and the page, tiles, products and files are deleted.
          Paid orders are kept but anonymised; orders for real money are emailed to the user first. This
          cannot be undone.
        </ConfirmDialog>
      );
  }
}

type SendingDialogProps = { open: boolean; user: AdminUser; onClose: () => void };

/** Asks before the emails to a creator's audience are stopped, or allowed again. */
function SendingDialog({ open, user, onClose }: SendingDialogProps) {
  const sending = useSetSending();
  return (
    <ConfirmDialog
      open={open}
      title={user.sending_stopped ? "Allow audience emails?" : "Stop audience emails?"}
      confirm={user.sending_stopped ? "Allow emails" : "Stop emails"}
      doing="Saving…"
      variant={user.sending_stopped ? "primary" : "danger"}
      failure="Failed to update user"
      work={sending}
      onConfirm={() => sending.mutate(user, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Name user={user} />
      {user.sending_stopped
        ? " can send emails to their audience again, and visitors can sign up."
        : " can no longer send emails to their audience. Queued ones are not sent, and visitors cannot sign up."}
    </ConfirmDialog>
  );
}
