import type { FieldErrors, FieldPath, FieldValues, Resolver, UseFormReturn } from "react-hook-form";
import { ApiError, errorMessage } from "./api.ts";

/** Splits the error of a request into messages for a form's fields and one for its notice. */
export function splitApiErrors<Name extends string>(
  error: unknown,
  { fields, fallback }: { fields: readonly Name[]; fallback: string },
): { fields: { name: Name; message: string }[]; line: string | null } {
  const fieldErrors = error instanceof ApiError ? error.body?.details?.fieldErrors : undefined;
  const known = fields.flatMap((name) => {
    const message = fieldErrors?.[name]?.[0];
    return message ? [{ name, message }] : [];
  });
  return { fields: known, line: known.length > 0 ? null : errorMessage(error, fallback) };
}

type ErrorOptions<Values extends FieldValues> = {
  /** Shown without a message from the server. */
  fallback: string;
  /** The fields that show their errors, in order; all fields by default. Other errors are shown in the notice. */
  fields?: readonly FieldPath<Values>[];
};

/** Shows the errors of a failed request at their fields, of which the first gets the focus, or in the form's notice. */
export function setApiErrors<Values extends FieldValues, C, O>(
  form: UseFormReturn<Values, C, O>,
  error: unknown,
  { fallback, fields = fieldsOf(form) }: ErrorOptions<Values>,
): void {
  const { fields: known, line } = splitApiErrors(error, { fields, fallback });
  known.forEach(({ name, message }, index) => {
    form.setError(name, { type: "server", message }, { shouldFocus: index === 0 });
  });
  if (line) form.setError("root", { type: "server", message: line });
}

/** Like `setApiErrors`, but shows only the first message in the server's order, for forms whose order of messages is specified. */
export function setFirstApiError<Values extends FieldValues, C, O>(
  form: UseFormReturn<Values, C, O>,
  error: unknown,
  { fallback, fields = fieldsOf(form) }: ErrorOptions<Values>,
): void {
  const first = firstFieldError(error);
  const name = fields.find((field) => field === first?.name);
  if (first && name) form.setError(name, { type: "server", message: first.message }, { shouldFocus: true });
  else form.setError("root", { type: "server", message: errorMessage(error, fallback) });
}

function fieldsOf<Values extends FieldValues, C, O>(form: UseFormReturn<Values, C, O>) {
  return Object.keys(form.getValues()) as FieldPath<Values>[];
}

/** Returns the submit handler of a form that shows its request's errors. */
export function submitHandler<Values extends FieldValues, C, O>(
  form: UseFormReturn<Values, C, O>,
  send: (input: O) => Promise<unknown>,
  options: ErrorOptions<Values>,
) {
  return form.handleSubmit(async (input) => {
    try {
      await send(input);
    } catch (error) {
      setApiErrors(form, error, options);
    }
  });
}

/** Returns the first field error of a failed request, in the server's order. */
export function firstFieldError(error: unknown): { name: string; message: string } | null {
  const fieldErrors = error instanceof ApiError ? (error.body?.details?.fieldErrors ?? {}) : {};
  for (const [name, messages] of Object.entries(fieldErrors)) {
    if (messages[0]) return { name, message: messages[0] };
  }
  return null;
}

/** Reduces a resolver's errors to the first one, in the schema's order. */
export function firstErrorOnly<T extends FieldValues, C, O>(resolver: Resolver<T, C, O>): Resolver<T, C, O> {
  return async (values, context, options) => {
    const result = await resolver(values, context, options);
    const [first] = Object.entries(result.errors);
    if (!first) return result;
    const errors = { [first[0]]: first[1] } as FieldErrors<T>;
    return { values: {}, errors };
  };
}
