import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import { FormDialog } from "../../../widgets/form-dialog.tsx";
import type { useRefund } from "./queries.ts";
import { RefundForm } from "./refund-form.tsx";

type RefundDialogProps = {
  order: CreatorOrderDetail;
  refund: ReturnType<typeof useRefund>;
  open: boolean;
  onClose: () => void;
};

/** Refunds an order or a part of it. */
export function RefundDialog({ order, refund, open, onClose }: RefundDialogProps) {
  return (
    <FormDialog open={open} title="Refund" onClose={onClose}>
      <RefundForm order={order} refund={refund} onDone={onClose} />
    </FormDialog>
  );
}
