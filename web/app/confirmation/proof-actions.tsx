import type { FieldValues, UseFormReturn } from "react-hook-form";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { FormErrorNotice, SubmitButton } from "../../ui/form-actions.tsx";

type ProofActionsProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  onDone: (isConfirmed: boolean) => void;
};

/** The error and the buttons of a form that proves the identity. */
export function ProofActions<Values extends FieldValues>({ form, onDone }: ProofActionsProps<Values>) {
  return (
    <>
      <FormErrorNotice form={form} />
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={() => onDone(false)}>{t("Cancel")}</Button>
        <SubmitButton busy={form.formState.isSubmitting} busyLabel={t("Confirming…")}>
          {t("Confirm")}
        </SubmitButton>
      </div>
    </>
  );
}
