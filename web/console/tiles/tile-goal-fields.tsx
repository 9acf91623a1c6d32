import { useState } from "react";
import { useController, useWatch } from "react-hook-form";
import type { GoalSource } from "../../../contract/rules/goals.ts";
import { amountFromText, textFromCents, wholeFromText } from "../../../contract/rules/price-text.ts";
import { t } from "../../../contract/texts.ts";
import { Field } from "../../ui/field.tsx";
import { SelectField, TextField } from "../../ui/form-fields.tsx";
import { Input } from "../../ui/input.tsx";
import { CURRENCY_OPTIONS } from "../editing/amount-field.tsx";
import { ProductsField } from "../editing/products-field.tsx";
import type { TileFormState } from "./tile-draft.ts";

const SOURCES: Record<GoalSource, string> = {
  tips: t("Tips"),
  products: t("Sales of products"),
  hand: t("Set by hand"),
};
const SOURCE_OPTIONS = Object.entries(SOURCES).map(([value, label]) => ({ value, label }));

const UNIT_OPTIONS = [
  ...CURRENCY_OPTIONS.map(({ value, label }) => ({
    value: String(value),
    label: t("Amount in {label}", { label }),
  })),
  { value: "", label: t("Number") },
];

/** The fields of a goal: what counts, its target, and either the current value or the first day. */
export function TileGoalFields({ form }: { form: TileFormState }) {
  const [from, unit] = useWatch({ control: form.control, name: ["goal.from", "goal.currency"] });
  const currency = typeof unit === "string" && unit !== "" ? unit : null;
  return (
    <>
      <SelectField
        form={form}
        name="goal.from"
        label={t("Counts")}
        help={from && HELP[from]}
        options={SOURCE_OPTIONS}
      />
      {from === "products" && <GoalProducts form={form} />}
      <SelectField form={form} name="goal.currency" label={t("Unit")} options={UNIT_OPTIONS} />
      <ValueField form={form} name="goal.target" label={t("Target")} currency={currency} />
      {from === "hand" ? (
        <ValueField form={form} name="goal.current" label={t("Current value")} currency={currency} />
      ) : (
        <TextField
          form={form}
          name="goal.since"
          label={t("Count since")}
          optional
          type="date"
          max="2099-12-31"
        />
      )}
    </>
  );
}

const HELP: Record<GoalSource, string> = {
  tips: t(
    "All tips, or their number. Refunds and lost disputes are taken off. Test sales count only until your first real one.",
  ),
  products: t(
    "What buyers paid for these products, or the number of sales. Refunds and lost disputes are taken off. Test sales count only until your first real one.",
  ),
  hand: t("You enter the current value yourself."),
};

type ValueFieldProps = {
  form: TileFormState;
  name: "goal.target" | "goal.current";
  label: string;
  /** Null for a number. */
  currency: string | null;
};

/** An amount or a number. The form stores minor units or the number, while the field shows text. */
function ValueField({ form, name, label, currency }: ValueFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name });
  const [typed, setTyped] = useState("");
  const read = (text: string) => (currency === null ? wholeFromText(text, 0) : amountFromText(text, 0));
  const value = field.value ?? 0;
  const text = currency === null ? String(value) : textFromCents(value);
  const unit = currency === null ? "" : ` (${currency.toUpperCase()})`;
  return (
    <Field label={`${label}${unit}`} error={fieldState.error?.message}>
      {(control) => (
        <Input
          {...control}
          {...field}
          inputMode={currency === null ? "numeric" : "decimal"}
          maxLength={20}
          autoComplete="off"
          className="tabular-nums"
          // A value other than the typed one came from outside the field, or from another unit.
          value={read(typed) === value ? typed : value > 0 ? text : ""}
          onChange={({ target }) => {
            setTyped(target.value);
            field.onChange(read(target.value));
          }}
        />
      )}
    </Field>
  );
}

function GoalProducts({ form }: { form: TileFormState }) {
  const { field, fieldState } = useController({ control: form.control, name: "goal.productIds" });
  const chosen = (field.value ?? []) as number[];
  return (
    <ProductsField
      withTips
      inputOf={(id) => ({
        name: field.name,
        checked: chosen.includes(id),
        onChange: ({ target }) =>
          field.onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id)),
      })}
      error={fieldState.error?.message}
    />
  );
}
