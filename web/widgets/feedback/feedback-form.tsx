import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { FeedbackInput } from "../../../contract/api/feedback.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
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
          Category
        </span>
        {(["feature", "bug"] as const).map((value) => (
          <RadioCard key={value} value={value} {...form.register("category")}>
            {value === "feature" ? "Feature" : "Bug"}
          </RadioCard>
        ))}
      </fieldset>
      <Field label="Title" optional error={errors.title?.message}>
        {(control) => (
          <Input {...control} dir="auto" maxLength={limits.feedbackTitle.max} {...form.register("title")} />
        )}
      </Field>
      <Field label="Message" error={errors.message?.message}>
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            maxLength={limits.feedbackMessage.max}
            {...form.register("message")}
          />
        )}
      </Field>
      {errors.root?.message && (
        <Alert tone="bad" role="alert">
          {errors.root.message}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isSending} className="flex-1">
          {isSending ? "Sending…" : "Send feedback"}
        </Button>
        <Button variant="quiet" onClick={onDismiss} title="Hides the button until you come back another time">
          Hide for now
        </Button>
      </div>
    </form>
  );
}
