import type { ProductType } from "../../../contract/api/products.ts";
import { type FormOf, SelectField } from "../../ui/form-fields.tsx";
import { Switch } from "../../ui/switch.tsx";
import { AmountField, CURRENCY_OPTIONS, NumberField } from "../amount-field.tsx";
import { PriceField } from "./price-field.tsx";
import type { ProductFormValues } from "./product-draft.ts";

type FieldsOf = { form: FormOf<ProductFormValues> };
type PricingFieldsProps = FieldsOf & {
  values: Pick<ProductFormValues, "type" | "priceCents" | "currency" | "letsBuyersPayMore">;
};

/** What a product costs: its price, the currency, and whether buyers may pay more. */
export function PricingFields({ form, values }: PricingFieldsProps) {
  const { type, priceCents, currency, letsBuyersPayMore } = values;
  return (
    <>
      <PriceField form={form} text={priceCents} currency={currency} />
      <SelectField form={form} name="currency" label="Currency" options={CURRENCY_OPTIONS} />
      {type !== "tip" && (
        <Switch
          label="Let buyers pay more"
          help="The price becomes a suggestion: buyers choose an amount from your minimum up."
          {...form.register("letsBuyersPayMore")}
        />
      )}
      {type !== "tip" && letsBuyersPayMore && (
        <AmountField
          form={form}
          name="minPriceCents"
          label={`Minimum (${currency.toUpperCase()})`}
          help="With 0, buyers can get it for free."
        />
      )}
    </>
  );
}

/** How many there are, and what shipping costs. */
export function SupplyFields({ form, type, currency }: FieldsOf & { type: ProductType; currency: string }) {
  if (type === "tip") return null;
  return (
    <>
      <NumberField
        form={form}
        name="stock"
        label="Stock"
        optional
        help="Pieces you have left. Leave it empty if you never run out."
      />
      {type === "physical" && (
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
            help="To all other countries. Leave it empty if you don’t ship there."
          />
        </>
      )}
    </>
  );
}
