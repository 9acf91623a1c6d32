import type { Discount } from "../../../contract/api/discounts.ts";
import { FormDialog } from "../../widgets/form-dialog.tsx";
import { DiscountForm } from "./discount-form.tsx";

type DiscountDialogProps = {
  /** The code to change; null to add one; undefined when closed. */
  discount: Discount | null | undefined;
  onClose: () => void;
};

/** Adds or changes a discount code. */
export function DiscountDialog({ discount, onClose }: DiscountDialogProps) {
  return (
    <FormDialog open={discount !== undefined} title={discount ? "Edit code" : "New code"} onClose={onClose}>
      <DiscountForm discount={discount ?? null} onSaved={onClose} />
    </FormDialog>
  );
}
