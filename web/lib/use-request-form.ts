import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { submitHandler } from "./form-errors.ts";

type RequestFormOptions<Values extends FieldValues, Input> = {
  values: NoInfer<Values>;
  /** Sends the request and does what follows; what it throws is shown in the form. */
  send: (input: Input, form: UseFormReturn<Values, unknown, Input>) => Promise<unknown>;
  /** Shown when it fails and the server sent no message. */
  failure: string;
};

/** A form that is one request, with the rules of its schema. */
export function useRequestForm<Values extends FieldValues, Input>(
  schema: z.ZodType<Input, Values>,
  { values, send, failure }: RequestFormOptions<Values, Input>,
) {
  const form = useForm<Values, unknown, Input>({
    resolver: zodResolver(schema),
    defaultValues: values as DefaultValues<Values>,
  });
  const { mutateAsync } = useMutation({ mutationFn: (input: Input) => send(input, form) });
  return { form, onSubmit: submitHandler(form, (input) => mutateAsync(input), { fallback: failure }) };
}
