import { formatMoney, formatNumber } from "../../../contract/rules/formats.ts";
import { parsePrice } from "../../../contract/rules/price-text.ts";
import { type FormOf, SelectField } from "../../ui/form-fields.tsx";
import { Switch } from "../../ui/switch.tsx";
import { AmountField, CURRENCY_OPTIONS, NumberField } from "../amount-field.tsx";
import { Fold } from "./form-parts.tsx";
import { PriceField } from "./price-field.tsx";
import type { ProductFormValues } from "./product-draft.ts";

type FieldsProps = { form: FormOf<ProductFormValues>; values: ProductFormValues };

/** What a product costs: its price, the currency, and whether buyers may pay more. */
export function PricingFields({ form, values }: FieldsProps) {
  const { type, priceCents, currency, letsBuyersPayMore } = values;
  return (
    <>
      <PriceField form={form} text={priceCents} currency={currency} />
      <SelectField form={form} name="currency" label="Currency" options={CURRENCY_OPTIONS} />
      {type !== "tip" && (
        <Fold
          title="Pay more"
          value={letsBuyersPayMore ? minimumText(values) : "Off"}
          error={form.formState.errors.minPriceCents !== undefined}
        >
          <Switch
            label="Let buyers pay more"
            help="The price becomes a suggestion: buyers choose an amount from your minimum up."
            {...form.register("letsBuyersPayMore")}
          />
          {letsBuyersPayMore && (
            <AmountField
              form={form}
              name="minPriceCents"
              label={`Minimum (${currency.toUpperCase()})`}
              help="With 0, buyers can get it for free."
            />
          )}
        </Fold>
      )}
    </>
  );
}

function minimumText({ minPriceCents, currency }: ProductFormValues): string {
  const minimum = parsePrice(minPriceCents);
  return `From ${formatMoney(minimum.kind === "amount" ? minimum.cents : 0, currency)}`;
}

/** What shipping costs. */
export function ShippingFields({ form, values: { currency } }: FieldsProps) {
  return (
    <>
      <AmountField
        form={form}
        name="shippingCents"
        label={`Shipping (${currency.toUpperCase()})`}
        optional
        help="To your own country, added to the price. Leave it empty if it is included."
      />
      <AmountField
        form={form}
        name="shippingAbroadCents"
        label={`Shipping abroad (${currency.toUpperCase()})`}
        optional
        help="To all other countries. Leave it empty if you don't ship there."
      />
    </>
  );
}

/** How many there are. */
export function StockField({ form, values: { stock } }: FieldsProps) {
  return (
    <Fold title="Stock" value={stockText(stock)} error={form.formState.errors.stock !== undefined}>
      <NumberField
        form={form}
        name="stock"
        label="Stock"
        optional
        help="Pieces you have left. Leave it empty if you never run out."
      />
    </Fold>
  );
}

function stockText(text: string): string {
  const pieces = text.trim();
  if (pieces === "") return "Never runs out";
  return /^\d+$/.test(pieces) ? `${formatNumber(Number(pieces))} left` : pieces;
}
