import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { CURRENCY_CODES } from "../../../contract/rules/currencies.ts";
import { TextField } from "../../ui/form-fields.tsx";

export const CURRENCY_OPTIONS = CURRENCY_CODES.map((code) => ({ value: code, label: code.toUpperCase() }));

type NumberFieldProps<Values extends FieldValues> = ComponentProps<typeof TextField<Values>>;

/** A whole number, typed as text. */
export function NumberField<Values extends FieldValues>(props: NumberFieldProps<Values>) {
  return (
    <TextField inputMode="numeric" maxLength={9} autoComplete="off" className="tabular-nums" {...props} />
  );
}

/** An amount of money, typed as text. The length is limited, because an extremely long number would be infinite and be saved as 0. */
export function AmountField<Values extends FieldValues>(props: NumberFieldProps<Values>) {
  return <NumberField inputMode="decimal" maxLength={20} {...props} />;
}
