import { useMutation } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { submitHandler } from "../lib/form-errors.ts";
import { schemaResolver } from "../lib/schema-resolver.ts";
import { FormErrorNotice, SubmitButton } from "../ui/form-actions.tsx";
import type { FormOf } from "../ui/form-fields.tsx";

type RequestFormOptions<Values extends FieldValues, Input> = {
  values: NoInfer<Values>;
  /** Sends the request and handles its success. The form shows an error that it throws. */
  send: (input: Input, form: UseFormReturn<Values, unknown, Input>) => Promise<unknown>;
  /** Shown if it fails without a message from the server. */
  failure: string;
};

/** A form for one request, with the rules of its schema. */
export function useRequestForm<Values extends FieldValues, Input>(
  schema: z.ZodType<Input, Values>,
  { values, send, failure }: RequestFormOptions<Values, Input>,
) {
  const form = useForm<Values, unknown, Input>({
    resolver: schemaResolver(schema),
    defaultValues: values as DefaultValues<Values>,
  });
  const { mutateAsync } = useMutation({ mutationFn: (input: Input) => send(input, form) });
  return { form, onSubmit: submitHandler(form, (input) => mutateAsync(input), { fallback: failure }) };
}

type ShortFormProps<Values extends FieldValues> = {
  form: Pick<FormOf<Values>, "formState">;
  onSubmit: (event: FormEvent) => void;
  submitLabel: string;
  /** Replaces the label during the request. */
  busyLabel: string;
  className?: string;
  /** The fields. */
  children: ReactNode;
};

/** A few fields with their error and their button. */
export function ShortForm<Values extends FieldValues>(props: ShortFormProps<Values>) {
  const { form, onSubmit, submitLabel, busyLabel, className = "gap-4 sm:gap-5", children } = props;
  return (
    <form noValidate onSubmit={onSubmit} className={`grid grid-cols-1 ${className}`}>
      {children}
      <FormErrorNotice form={form} />
      <SubmitButton busy={form.formState.isSubmitting} busyLabel={busyLabel} className="justify-self-start">
        {submitLabel}
      </SubmitButton>
    </form>
  );
}
