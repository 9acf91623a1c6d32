import type { AdminUser } from "../../../contract/api/admin.ts";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { useKeepFactor, useRemoveFactor } from "../queries.ts";
import { UserName } from "./user-name.tsx";

type Props = { open: boolean; user: AdminUser; onClose: () => void };

/** Asks before the removal of a user's second factor is requested. */
export function RemoveFactorDialog({ open, user, onClose }: Props) {
  const remove = useRemoveFactor();
  return (
    <ConfirmDialog
      open={open}
      title="Remove the second factor?"
      confirm="Remove in 24 hours"
      doing="Saving…"
      failure="Failed to request the removal"
      work={remove}
      onConfirm={() => remove.mutate(user, { onSuccess: onClose })}
      onClose={onClose}
    >
      Only after you are sure who is asking. <UserName user={user} /> gets an email now and can stop it; in 24
      hours the authenticator app and the recovery codes are removed, and the password alone signs in.
    </ConfirmDialog>
  );
}

/** Asks before a requested removal is stopped. */
export function KeepFactorDialog({ open, user, onClose }: Props) {
  const keep = useKeepFactor();
  return (
    <ConfirmDialog
      open={open}
      title="Keep the second factor?"
      confirm="Keep it"
      doing="Saving…"
      variant="primary"
      failure="Failed to stop the removal"
      work={keep}
      onConfirm={() => keep.mutate(user, { onSuccess: onClose })}
      onClose={onClose}
    >
      The second factor of <UserName user={user} /> is not removed.
    </ConfirmDialog>
  );
}
