import type { FieldErrors, FieldPath, FieldValues, Resolver, UseFormReturn } from "react-hook-form";
import { ApiError, errorMessage } from "./api.ts";

/** A server's complaint, sorted: what belongs to fields of the form, and the rest for its error line. */
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

type ShowOptions<T extends FieldValues> = {
  fields: readonly FieldPath<T>[];
  fallback: string;
};

/** Puts a failed call's messages under the fields at fault, or into the form's error line. */
export function setApiErrors<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  error: unknown,
  options: ShowOptions<T>,
): void {
  const { fields, line } = splitApiErrors(error, options);
  fields.forEach(({ name, message }, index) => {
    form.setError(name, { type: "server", message }, { shouldFocus: index === 0 });
  });
  if (line) form.setError("root", { type: "server", message: line });
}

/** As `setApiErrors`, but only the first message, in the server's order: where the product promises a precedence. */
export function setFirstApiError<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  error: unknown,
  { fields, fallback }: ShowOptions<T>,
): void {
  const first = firstFieldError(error);
  const name = fields.find((field) => field === first?.name);
  if (first && name) form.setError(name, { type: "server", message: first.message }, { shouldFocus: true });
  else form.setError("root", { type: "server", message: errorMessage(error, fallback) });
}

/** The field that a failed call complains of first, in the server's order. */
export function firstFieldError(error: unknown): { name: string; message: string } | null {
  const fieldErrors = error instanceof ApiError ? (error.body?.details?.fieldErrors ?? {}) : {};
  for (const [name, messages] of Object.entries(fieldErrors)) {
    if (messages[0]) return { name, message: messages[0] };
  }
  return null;
}

/** Lets only the first broken rule through, in the order of the schema. */
export function firstErrorOnly<T extends FieldValues, C, O>(resolver: Resolver<T, C, O>): Resolver<T, C, O> {
  return async (values, context, options) => {
    const result = await resolver(values, context, options);
    const [first] = Object.entries(result.errors);
    if (!first) return result;
    const errors = { [first[0]]: first[1] } as FieldErrors<T>;
    return { values: {}, errors };
  };
}
