import type { CreatorOrder } from "../../../contract/api/orders.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
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
  const names = { email: <Name>{order?.buyer_email}</Name>, product: <Name>{order?.product.name}</Name> };
  return (
    <ConfirmDialog
      open={order !== null}
      title={t("Resend receipt?")}
      confirm={t("Resend")}
      doing={t("Sending…")}
      variant="primary"
      failure={t("Couldn't resend the receipt.")}
      work={resend}
      onClose={onClose}
      onConfirm={() => order && resend.mutate(order, { onSuccess: onClose })}
    >
      {order?.product.type === "digital"
        ? rich(
            "We'll email {email} the receipt for {product}, with the download link. An expired link is replaced by a new one.",
            names,
          )
        : rich("We'll email {email} the receipt for {product}, with a link to the order.", names)}
    </ConfirmDialog>
  );
}
