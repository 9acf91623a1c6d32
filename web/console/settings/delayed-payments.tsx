import type { ConnectStatus } from "../../../contract/api/connect.ts";
import { Switch } from "../../ui/switch.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { useSetDelayedPayments } from "./connect-queries.ts";

/** Whether buyers may pay by methods that take days, saved at once. */
export function DelayedPayments({ status }: { status: ConnectStatus }) {
  const saving = useSetDelayedPayments();
  return (
    <>
      <Switch
        label="Also accept payments that take days"
        help="Such as direct debits. Your buyer gets the file once the payment has arrived."
        // Shows the requested state during the request.
        checked={saving.isPending ? saving.variables : status.delayedPaymentsEnabled}
        onChange={(event) => saving.mutate(event.target.checked)}
      />
      <RequestError error={saving.error} fallback="Couldn't update payment methods" />
    </>
  );
}
