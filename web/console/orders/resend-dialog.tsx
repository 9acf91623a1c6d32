import type { CreatorOrder } from "../../../contract/api/orders.ts";
import { Name } from "../../ui/name.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { useResendOrder } from "./queries.ts";

type ResendDialogProps = {
  /** The order whose receipt to resend; null when closed. */
  order: CreatorOrder | null;
  onClose: () => void;
};

/** Asks before a buyer is emailed. */
export function ResendDialog({ order, onClose }: ResendDialogProps) {
  const resend = useResendOrder();
  return (
    <ConfirmDialog
      open={order !== null}
      title="Resend receipt?"
      confirm="Resend"
      doing="Sending…"
      variant="primary"
      failure="Couldn't resend the receipt."
      work={resend}
      onClose={onClose}
      onConfirm={() => order && resend.mutate(order, { onSuccess: onClose })}
    >
      We'll email <Name>{order?.buyer_email}</Name> the receipt for <Name>{order?.product.name}</Name>
      {order?.product.type === "digital"
        ? ", with the download link. An expired link is replaced by a new one."
        : ", with a link to the order."}
    </ConfirmDialog>
  );
}
