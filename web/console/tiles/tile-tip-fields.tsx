import { type ComponentPropsWithRef, useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import { CURRENCIES, isCurrency } from "../../../contract/rules/currencies.ts";
import { DEFAULT_CURRENCY } from "../../../contract/rules/limits.ts";
import { amountFromText, textFromCents } from "../../../contract/rules/price-text.ts";
import { tipSuggestions } from "../../../contract/rules/prices.ts";
import { formatMoney } from "../../lib/format.ts";
import { Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/form-fields.tsx";
import { Input } from "../../ui/input.tsx";
import { CURRENCY_OPTIONS } from "../amount-field.tsx";
import type { TileFormState } from "./tile-draft.ts";

/** What a tip tile offers: the first amount, from which the others follow, and its currency. */
export function TileTipFields({ form }: { form: TileFormState }) {
  const currency = String(useWatch({ control: form.control, name: "tipCurrency" }) ?? DEFAULT_CURRENCY);
  return (
    <>
      <Controller
        control={form.control}
        name="tipCents"
        render={({ field, fieldState }) => (
          <Field
            label={`Suggested amount (${currency.toUpperCase()})`}
            error={fieldState.error?.message}
            help={offerOf(field.value ?? 0, currency)}
          >
            {(control) => (
              <AmountInput
                {...control}
                ref={field.ref}
                name={field.name}
                cents={field.value ?? 0}
                onCents={field.onChange}
                onBlur={field.onBlur}
              />
            )}
          </Field>
        )}
      />
      <SelectField form={form} name="tipCurrency" label="Currency" options={CURRENCY_OPTIONS} />
    </>
  );
}

function offerOf(cents: number, currency: string): string | undefined {
  if (!isCurrency(currency)) return undefined;
  const { tip } = CURRENCIES[currency];
  const offered = cents > 0 ? tipSuggestions(cents, tip) : [];
  if (offered.length === 0) return undefined;
  const amounts = offered.map((each) => formatMoney(each, currency)).join(", ");
  return `Visitors choose from ${amounts}, or enter another amount from ${formatMoney(tip.min, currency)}.`;
}

type AmountInputProps = Omit<ComponentPropsWithRef<"input">, "value" | "onChange"> & {
  cents: number;
  onCents: (cents: number) => void;
};

/** An amount that is typed as text, while the form holds it in minor units. */
function AmountInput({ cents, onCents, ...rest }: AmountInputProps) {
  const [typed, setTyped] = useState("");
  // Anything else than what was typed has come from outside the field.
  const isTyped = amountFromText(typed, 0) === cents;
  return (
    <Input
      inputMode="decimal"
      maxLength={20}
      autoComplete="off"
      className="tabular-nums"
      {...rest}
      value={isTyped ? typed : cents > 0 ? textFromCents(cents) : ""}
      onChange={({ target }) => {
        setTyped(target.value);
        onCents(amountFromText(target.value, 0));
      }}
    />
  );
}
