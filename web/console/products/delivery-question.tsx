import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { UseFormReturn } from "react-hook-form";
import type { Product, ProductInput } from "../../../contract/api/products.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { Name } from "../../ui/name.tsx";
import { needsDelivery, type ProductFormValues } from "./product-draft.ts";
import type { useFilesUpload } from "./use-files-upload.ts";

type Options = { product: Product | null; onAccepted: () => void };

/** Asks once before a digital product without a file or a message is created or published. Then calls `onAccepted`. */
export function useDeliveryQuestion(
  form: UseFormReturn<ProductFormValues, unknown, ProductInput>,
  { product, onAccepted }: Options,
) {
  const [isOpen, setOpen] = useState(false);
  const isAccepted = useRef(false);
  /** Returns false if there is nothing to ask. */
  const ask = (putsOnPage: boolean) => {
    const saved = form.formState.defaultValues as ProductFormValues;
    const values = form.getValues();
    const isPublished = putsOnPage || (values.active && !saved.active);
    const isNew = product === null || isPublished || !needsDelivery(saved);
    const mustAsk = isNew && needsDelivery(values) && !isAccepted.current;
    if (mustAsk) setOpen(true);
    return mustAsk;
  };
  const accept = () => {
    isAccepted.current = true;
    setOpen(false);
    onAccepted();
  };
  return { ask, question: { open: isOpen, onClose: () => setOpen(false), onConfirm: accept } };
}

type DeliveryDialogProps = {
  state: {
    form: UseFormReturn<ProductFormValues, unknown, ProductInput>;
    file: ReturnType<typeof useFilesUpload>;
  };
  /** The name of the product, which may be empty. */
  name: string;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** Offers what a product can deliver. Each choice except the last returns to the form. */
export function DeliveryDialog({
  state: { form, file },
  name,
  open,
  onClose,
  onConfirm,
}: DeliveryDialogProps) {
  // Closed first, because a dialog that closes returns the focus to the button.
  const writeMessage = () => {
    flushSync(onClose);
    form.setFocus("buyerMessage");
  };
  const makeService = () => {
    flushSync(onClose);
    form.setValue("type", "service", { shouldDirty: true });
    // `setFocus` would focus the first type.
    document.querySelector<HTMLElement>("[name=type][value=service]")?.focus();
  };
  return (
    <Dialog open={open} onClose={onClose} title={t("Deliver what?")}>
      <div className="grid gap-5 px-6 pt-3 pb-6">
        <p className="text-muted [overflow-wrap:anywhere]" dir="auto">
          {rich("{product} has no file, message or link for its buyers yet.", {
            product: <Name>{name.trim() || t("This product")}</Name>,
          })}
        </p>
        <div className="grid grid-cols-1 gap-2.5">
          <FilePicker
            label={t("Add files")}
            multiple
            onPick={(_, all) => {
              flushSync(onClose);
              file.add(all);
            }}
          />
          <Button onClick={writeMessage}>{t("Write a message or a link")}</Button>
          <Button onClick={makeService}>{t("Make it a service, such as a call or a lesson")}</Button>
          <Button onClick={onConfirm}>{t("Save it, I'll send it myself")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
