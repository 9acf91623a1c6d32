import { useQuery } from "@tanstack/react-query";
import type { Product } from "../../../contract/api/products.ts";
import { isCurrency } from "../../../contract/rules/currencies.ts";
import { parsePrice, textFromCents } from "../../../contract/rules/price-text.ts";
import { haveCommonProduct, isOfferedType, MAX_OFFER_TEXT } from "../../../contract/rules/product-types.ts";
import { t } from "../../../contract/texts.ts";
import { formatMoney, formatPrice } from "../../lib/format.ts";
import { SelectField, TextField } from "../../ui/form-fields.tsx";
import { AmountField } from "../editing/amount-field.tsx";
import { Fold } from "./form-parts.tsx";
import type { ProductFormValues } from "./product-draft.ts";
import { productsQuery } from "./queries.ts";
import type { ProductFormProps } from "./use-product-form.ts";

type OfferFieldsProps = Pick<ProductFormProps, "state" | "product"> & { values: ProductFormValues };

/** The product that the checkout offers besides this one, at its own price. */
export function OfferFields({ state: { form }, product, values }: OfferFieldsProps) {
  const { data: products } = useQuery(productsQuery);
  const { currency, offerProductId } = values;
  const offered = products?.find(({ id }) => String(id) === offerProductId);
  const options = choicesOf(products ?? [], { ownId: product?.id, values });
  if (offerProductId !== "" && options.every(({ value }) => value !== offerProductId)) {
    const label = offered
      ? t("{name} (not shown to buyers)", { name: offered.name })
      : t("A deleted product (not shown to buyers)");
    options.unshift({ value: offerProductId, label });
  }
  const { errors } = form.formState;
  return (
    <Fold
      title={t("Second offer")}
      value={offered ? offerSummary(offered, values) : t("No offer")}
      error={[errors.offerProductId, errors.offerPriceCents, errors.offerText].some(Boolean)}
    >
      <SelectField
        form={form}
        name="offerProductId"
        label={t("Also offer in the checkout")}
        options={[{ value: "", label: t("Nothing") }, ...options]}
        help={t(
          "Buyers add it with one tick, which is never set in advance. It has its own download, stock and shipping.",
        )}
        onValue={(id) => {
          const chosen = products?.find((each) => String(each.id) === id);
          if (chosen)
            form.setValue("offerPriceCents", textFromCents(chosen.price_cents), { shouldDirty: true });
        }}
      />
      {offerProductId !== "" && (
        <>
          <AmountField
            form={form}
            name="offerPriceCents"
            label={t("Its price here ({currency})", { currency: currency.toUpperCase() })}
            help={
              offered &&
              t("By itself it costs {priceCents}.", {
                priceCents: formatPrice(offered.price_cents, offered.currency),
              })
            }
          />
          <TextField
            form={form}
            name="offerText"
            label={t("Why it goes well with this")}
            optional
            maxLength={MAX_OFFER_TEXT}
            help={t("One sentence, shown beside the offer.")}
          />
        </>
      )}
    </Fold>
  );
}

/** Returns the products that can be offered besides this one. */
function choicesOf(
  products: readonly Product[],
  { ownId, values }: { ownId: number | undefined; values: ProductFormValues },
) {
  const { type, currency, bundleItems } = values;
  const own = { id: ownId, type, bundleItems: bundleItems.map(Number) };
  return products
    .filter((each) => isOfferedType(each.type) && each.currency === currency)
    .filter((each) => !haveCommonProduct({ ...each, bundleItems: each.bundle_items }, own))
    .map(({ id, name, price_cents, active }) => {
      const price = formatPrice(price_cents, currency);
      const label = active
        ? `${name}, ${price}`
        : t("{name}, {price} (inactive: not shown to buyers)", { name, price });
      return { value: String(id), label };
    });
}

function offerSummary({ name }: Product, { offerPriceCents, currency }: ProductFormValues): string {
  const price = parsePrice(offerPriceCents);
  if (price.kind !== "amount" || !isCurrency(currency)) return name;
  return t("{name} for {cents}", { name, cents: formatMoney(price.cents, currency) });
}
