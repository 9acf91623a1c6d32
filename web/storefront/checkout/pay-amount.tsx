import type { ReactNode } from "react";
import type { ModelOf } from "../../../contract/pages/pages.ts";
import { textFromCents } from "../../../contract/rules/price-text.ts";
import { sentence, t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { FieldError } from "../../ui/field.tsx";
import { RadioCard } from "../../ui/radio-card.tsx";
import { Money } from "../layout/isolated.tsx";
import { PageField } from "../layout/page-field.tsx";

/** The amount chosen by the buyer. A tip has suggestions and a custom amount, a product has one field. */
export function PayAmount({ model }: { model: ModelOf<"pay"> }) {
  const { order, entries, problems } = model;
  const { price, currency, product } = order;
  if (product.type !== "tip") {
    const least = price.minimum_cents ?? 0;
    return (
      <AmountField
        model={model}
        label={t("What you pay ({currency})", { currency: currency.toUpperCase() })}
        help={
          least === 0
            ? t("Pay what you want, or nothing.")
            : rich("At least {amount}. You can pay more.", {
                amount: <Money cents={least} currency={currency} />,
              })
        }
        value={entries.amount || textFromCents(price.item_cents)}
      />
    );
  }
  const chosen = entries.choice || String(price.item_cents);
  const isOffered = price.suggestions.includes(Number(chosen));
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 font-semibold">{t("Amount")}</legend>
      <div className="grid grid-cols-2 gap-2.5">
        {price.suggestions.map((cents) => (
          <RadioCard
            key={cents}
            name="choice"
            value={cents}
            defaultChecked={isOffered && Number(chosen) === cents}
            data-updates=""
          >
            <span className="font-semibold tabular-nums">
              <Money cents={cents} currency={currency} />
            </span>
          </RadioCard>
        ))}
        <RadioCard name="choice" value="own" defaultChecked={!isOffered} data-updates="">
          <span className="font-semibold">{t("Other")}</span>
        </RadioCard>
      </div>
      <AmountField
        model={model}
        label={t("Other amount ({currency})", { currency: currency.toUpperCase() })}
        help={
          price.minimum_cents === null
            ? undefined
            : rich("At least {amount}.", {
                amount: <Money cents={price.minimum_cents} currency={currency} />,
              })
        }
        value={entries.amount || (isOffered ? "" : textFromCents(price.item_cents))}
      />
      {problems.choice !== undefined && <FieldError>{sentence(problems.choice)}</FieldError>}
    </fieldset>
  );
}

type AmountFieldProps = { model: ModelOf<"pay">; label: string; help: ReactNode; value: string };

function AmountField({ model, value, ...field }: AmountFieldProps) {
  return (
    <PageField
      form={model}
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      defaultValue={value}
      maxLength={20}
      data-updates=""
      data-part="amount"
      {...field}
    />
  );
}
