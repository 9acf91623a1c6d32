import { toast } from "sonner";
import { CreatorCorrection } from "../../../../contract/api/order-emails.ts";
import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import { limits } from "../../../../contract/rules/limits.ts";
import { t } from "../../../../contract/texts.ts";
import { TextField } from "../../../ui/form-fields.tsx";
import { DialogForm, FormDialog } from "../../../widgets/form-dialog.tsx";
import { useRequestForm } from "../../../widgets/request-form.tsx";
import { useCorrectEmail } from "./queries.ts";

type CorrectEmailProps = { order: CreatorOrderDetail; isOpen: boolean; onClose: () => void };

/** Corrects the email of an order. The former email is told and can undo it. */
export function CorrectEmailDialog({ order, isOpen, onClose }: CorrectEmailProps) {
  return (
    <FormDialog open={isOpen} title={t("Correct the email")} onClose={onClose}>
      <CorrectEmailForm order={order} onDone={onClose} />
    </FormDialog>
  );
}

function CorrectEmailForm({ order, onDone }: { order: CreatorOrderDetail; onDone: () => void }) {
  const correct = useCorrectEmail(order.id);
  const { form, onSubmit } = useRequestForm(CreatorCorrection, {
    values: { email: "", reason: "" },
    send: async (input) => {
      await correct.mutateAsync(input);
      toast.success(t("The order now belongs to {email}.", { email: input.email }));
      onDone();
    },
    failure: t("Couldn't correct the email."),
  });
  return (
    <DialogForm form={form} onSubmit={onSubmit} submitLabel={t("Correct the email")}>
      <p className="text-muted">
        {t(
          "We send the receipt with new links to the right email. All earlier links end. We tell the former email, which can undo this for 72 hours.",
        )}
      </p>
      <TextField form={form} name="email" type="email" label={t("The right email")} autoComplete="off" />
      <TextField
        form={form}
        name="reason"
        label={t("Reason")}
        help={t("It stays in the order's history.")}
        maxLength={limits.refundNote.max}
        autoComplete="off"
      />
    </DialogForm>
  );
}
