import type { CreatorOrder } from "../../../contract/api/orders.ts";
import { Name } from "../../ui/name.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { useResendOrder } from "./queries.ts";

type ResendDialogProps = {
  /** The order whose receipt to resend, or null while closed. */
  order: CreatorOrder | null;
  onClose: () => void;
};

/** Asks before it emails a buyer. */
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
      <span>We'll email </span>
      <Name>{order?.buyer_email}</Name>
      <span> the receipt for </span>
      <Name>{order?.product.name}</Name>
      <span>
        {order?.product.type === "digital"
          ? ", with the download link. An expired link is replaced by a new one."
          : ", with a link to the order."}
      </span>
    </ConfirmDialog>
  );
}
