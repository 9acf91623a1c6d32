import { t } from "../../../../contract/texts.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { accountDeletionRoutes } from "../../../../contract/api/account-deletion.ts";
import { errorMessage, request } from "../../../lib/api.ts";
import { broadcastSessionChange, meQuery } from "../../../lib/session.ts";
import { rich } from "../../../lib/rich.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { deletionQuery } from "./queries.ts";

/** Warns that the account is about to be deleted, and offers to keep it. */
export function DeletionNotice({ at }: { at: string }) {
  const queryClient = useQueryClient();
  const keep = useMutation({
    mutationFn: () => request(accountDeletionRoutes.keep, {}),
    onSuccess: async ({ deletion }) => {
      queryClient.setQueryData(deletionQuery.queryKey, deletion);
      broadcastSessionChange();
      await queryClient.invalidateQueries(meQuery);
    },
  });
  return (
    <Alert
      tone="warn"
      role="status"
      action={
        <Button variant="primary" onClick={() => keep.mutate()} busy={keep.isPending}>
          {keep.isPending ? t("Restoring…") : t("Keep my account")}
        </Button>
      }
    >
      {keep.error ? (
        errorMessage(keep.error, t("Couldn't restore your account."))
      ) : (
        <span>
          {rich("Your account will be deleted on {date}. Until then your page is offline.", {
            date: <Timestamp at={at} />,
          })}
        </span>
      )}
    </Alert>
  );
}
