import type { CreatorOrder } from "../../../contract/api/orders.ts";
import { t } from "../../../contract/texts.ts";
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
      title={t("Resend receipt?")}
      confirm={t("Resend")}
      doing={t("Sending…")}
      variant="primary"
      failure={t("Couldn't resend the receipt.")}
      work={resend}
      onClose={onClose}
      onConfirm={() => order && resend.mutate(order, { onSuccess: onClose })}
    >
      <span>{t("We'll email")} </span>
      <Name>{order?.buyer_email}</Name>
      <span> {t("the receipt for")} </span>
      <Name>{order?.product.name}</Name>
      <span>
        {order?.product.type === "digital"
          ? t(", with the download link. An expired link is replaced by a new one.")
          : t(", with a link to the order.")}
      </span>
    </ConfirmDialog>
  );
}
