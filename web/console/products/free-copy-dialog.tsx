import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { z } from "zod";
import { orderGiftRoutes } from "../../../contract/api/order-gifts.ts";
import type { Product } from "../../../contract/api/products.ts";
import { Email } from "../../../contract/rules/fields.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { TextField } from "../../ui/form-fields.tsx";
import { DialogForm, FormDialog } from "../../widgets/form-dialog.tsx";
import { useRequestForm } from "../../widgets/request-form.tsx";
import { ORDERS } from "../orders/queries.ts";
import { productsQuery } from "./queries.ts";

type FreeCopyProps = { product: Product; isOpen: boolean; onClose: () => void };

/** Gives a free copy of a product to an email. */
export function FreeCopyDialog({ product, isOpen, onClose }: FreeCopyProps) {
  return (
    <FormDialog open={isOpen} title={t("Give a free copy")} onClose={onClose}>
      <FreeCopyForm product={product} onDone={onClose} />
    </FormDialog>
  );
}

const Receiver = z.object({ email: Email });

function FreeCopyForm({ product, onDone }: { product: Product; onDone: () => void }) {
  const queryClient = useQueryClient();
  const give = useMutation({
    mutationFn: ({ email }: z.output<typeof Receiver>) =>
      request(orderGiftRoutes.give, { body: { productId: product.id, email } }),
    // Also after an error, because the response may have been lost.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ORDERS }),
        queryClient.invalidateQueries(productsQuery),
      ]),
  });
  const { form, onSubmit } = useRequestForm(Receiver, {
    values: { email: "" },
    send: async (input) => {
      await give.mutateAsync(input);
      toast.success(t("A free copy is on its way to {email}.", { email: input.email }));
      onDone();
    },
    failure: t("Couldn't give a free copy."),
  });
  return (
    <DialogForm form={form} onSubmit={onSubmit} submitLabel={t("Send free copy")} busyLabel={t("Sending…")}>
      <p className="text-muted">
        {product.stock === null
          ? t("We email the download. The copy is listed as an order of 0.")
          : t("We email the download. The copy is listed as an order of 0 and takes one from the stock.")}
      </p>
      <TextField form={form} name="email" type="email" label={t("Email")} autoComplete="off" />
    </DialogForm>
  );
}
