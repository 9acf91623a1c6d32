import { useState } from "react";
import { useController, useWatch } from "react-hook-form";
import { CURRENCIES, isCurrency } from "../../../contract/rules/currencies.ts";
import { DEFAULT_CURRENCY } from "../../../contract/rules/limits.ts";
import { amountFromText, priceProblem, textFromCents } from "../../../contract/rules/price-text.ts";
import { tipSuggestions } from "../../../contract/rules/prices.ts";
import { sentence, t } from "../../../contract/texts.ts";
import { formatMoney } from "../../lib/format.ts";
import { Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/form-fields.tsx";
import { Input } from "../../ui/input.tsx";
import { CURRENCY_OPTIONS } from "../editing/amount-field.tsx";
import type { TileFormState } from "./tile-draft.ts";

/** The amounts of a tip tile: the first one, which determines the others, and the currency. The form stores minor units, while the field shows text. */
export function TileTipFields({ form }: { form: TileFormState }) {
  const currency = String(useWatch({ control: form.control, name: "tipCurrency" }) ?? DEFAULT_CURRENCY);
  const { field, fieldState } = useController({ control: form.control, name: "tipCents" });
  const [typed, setTyped] = useState("");
  const cents = field.value ?? 0;
  // A value other than the typed one came from outside the field.
  const isTyped = amountFromText(typed, 0) === cents;
  const problem = isCurrency(currency) ? priceProblem(typed, currency) : undefined;
  return (
    <>
      <Field
        label={t("Suggested amount ({currency})", { currency: currency.toUpperCase() })}
        error={fieldState.error?.message}
        help={problem ? sentence(problem) : offerOf(cents, currency)}
      >
        {(control) => (
          <Input
            {...control}
            {...field}
            inputMode="decimal"
            maxLength={20}
            autoComplete="off"
            className="tabular-nums"
            value={isTyped ? typed : cents > 0 ? textFromCents(cents) : ""}
            onChange={({ target }) => {
              setTyped(target.value);
              field.onChange(amountFromText(target.value, 0));
            }}
          />
        )}
      </Field>
      <SelectField form={form} name="tipCurrency" label={t("Currency")} options={CURRENCY_OPTIONS} />
    </>
  );
}

function offerOf(cents: number, currency: string): string | undefined {
  if (!isCurrency(currency)) return undefined;
  const { tip } = CURRENCIES[currency];
  const offered = cents > 0 ? tipSuggestions(cents, tip) : [];
  if (offered.length === 0) return undefined;
  const amounts = offered.map((each) => formatMoney(each, currency)).join(", ");
  return t("Visitors choose from {amounts}, or enter another amount from {min}.", {
    amounts,
    min: formatMoney(tip.min, currency),
  });
}
