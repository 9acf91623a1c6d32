import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { FeedbackInput } from "../../../contract/api/feedback.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { FailureAlert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextAreaField, TextField } from "../../ui/form-fields.tsx";
import { RadioCard } from "../../ui/radio-card.tsx";
import type { FeedbackFormValues } from "./use-feedback.ts";

type FeedbackFormProps = {
  form: UseFormReturn<FeedbackFormValues, unknown, FeedbackInput>;
  isSending: boolean;
  onSubmit: () => void;
  onDismiss: () => void;
};

export function FeedbackForm({ form, isSending, onSubmit, onDismiss }: FeedbackFormProps) {
  const { errors } = form.formState;
  const category = useId();
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <fieldset className="grid min-w-0 grid-cols-2 gap-2" aria-labelledby={category}>
        <span id={category} className="col-span-2 font-semibold">
          {t("Category")}
        </span>
        {(["feature", "bug"] as const).map((value) => (
          <RadioCard key={value} value={value} {...form.register("category")}>
            {value === "feature" ? t("Feature") : t("Bug")}
          </RadioCard>
        ))}
      </fieldset>
      <TextField form={form} name="title" label={t("Title")} optional maxLength={limits.feedbackTitle.max} />
      <TextAreaField form={form} name="message" label={t("Message")} maxLength={limits.feedbackMessage.max} />
      <FailureAlert>{errors.root?.message}</FailureAlert>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isSending} className="flex-1">
          {isSending ? t("Sending…") : t("Send feedback")}
        </Button>
        <Button
          variant="quiet"
          onClick={onDismiss}
          title={t("Hides the button until you come back another time")}
        >
          {t("Hide for now")}
        </Button>
      </div>
    </form>
  );
}
