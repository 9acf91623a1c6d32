import type { CreatorOrder } from "../../../contract/orders.ts";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { useResendOrder } from "./queries.ts";

type ResendDialogProps = {
  /** The order in question; null when closed. */
  order: CreatorOrder | null;
  onClose: () => void;
};

/** Asks before a buyer is mailed. */
export function ResendDialog({ order, onClose }: ResendDialogProps) {
  const resend = useResendOrder();
  return (
    <ConfirmDialog
      open={order !== null}
      title="Mail the buyer again?"
      confirm="Send mail"
      doing="Sending…"
      variant="primary"
      failure="The mail could not be sent."
      work={resend}
      onClose={onClose}
      onConfirm={() => order && resend.mutate(order, { onSuccess: onClose })}
    >
      <strong className="font-semibold text-ink">{order?.buyer_email}</strong> gets the receipt of{" "}
      <strong className="font-semibold text-ink">{order?.product.name}</strong> once more
      {order?.product.type === "digital"
        ? ", with the link to download it. A link that has expired is renewed."
        : ", with the link to the order."}
    </ConfirmDialog>
  );
}
