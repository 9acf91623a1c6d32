import { useEffect } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

/** Shows what is saved elsewhere meanwhile, by another form or device, in the fields that were not changed here. */
export function useSavedValues<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  saved: Values,
): void {
  const latest = JSON.stringify(saved);
  useEffect(() => {
    if (latest === JSON.stringify(form.formState.defaultValues)) return;
    form.reset(JSON.parse(latest) as Values, { keepDirtyValues: true });
  }, [latest, form]);
}

/** Resets a form to what a request has saved, but for the fields that were changed since `sent`. */
export function resetToSaved<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  saved: Values,
  sent: Values,
): void {
  const current = withLaterChanges(saved, { sent, current: form.getValues() });
  form.reset(saved);
  form.reset(current, { keepDefaultValues: true });
}

/** Returns the saved values with the fields that were changed while the request was in progress. */
export function withLaterChanges<Values extends object>(
  saved: Values,
  { sent, current }: { sent: Values; current: Values },
): Values {
  const isChanged = (field: string) => {
    const name = field as keyof Values;
    return JSON.stringify(sent[name]) !== JSON.stringify(current[name]);
  };
  const changed = Object.entries(current).filter(([field]) => isChanged(field));
  return { ...saved, ...Object.fromEntries(changed) };
}
