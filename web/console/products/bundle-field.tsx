import { useQuery } from "@tanstack/react-query";
import { isCurrency } from "../../../contract/rules/currencies.ts";
import { BUNDLED_TYPES, MAX_BUNDLE_ITEMS } from "../../../contract/rules/product-types.ts";
import { t } from "../../../contract/texts.ts";
import { formatMoney, formatPrice } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { FieldError } from "../../ui/field.tsx";
import type { ProductFormValues } from "./product-draft.ts";
import { productsQuery } from "./queries.ts";
import type { ProductFormProps } from "./use-product-form.ts";

type BundleFieldProps = Pick<ProductFormProps, "state" | "product"> & { values: ProductFormValues };

/** The products of a bundle, and the sum of their own prices. */
export function BundleField({ state: { form }, product, values }: BundleFieldProps) {
  const { data: products } = useQuery(productsQuery);
  const { currency, bundleItems } = values;
  const choices = products?.filter(
    (each) => BUNDLED_TYPES.includes(each.type) && each.id !== product?.id && each.currency === currency,
  );
  const chosen = choices?.filter(({ id }) => bundleItems.includes(String(id))) ?? [];
  const sum = chosen.reduce((cents, { price_cents }) => cents + price_cents, 0);
  const error = form.formState.errors.bundleItems?.message;
  return (
    <fieldset className="grid min-w-0 gap-1" aria-describedby={error && "bundle-items-error"}>
      <legend className="mb-1.5 font-semibold">{t("Products in it")}</legend>
      <p className="text-sm text-muted">
        {rich(
          "Choose up to {maxBundleItems}. Buyers get them all for the price of the bundle, each with its own download, stock and shipping.",
          { maxBundleItems: MAX_BUNDLE_ITEMS },
        )}
      </p>
      {choices?.length === 0 && (
        <p className="text-sm text-muted">{t("You have no other files or goods in this currency yet.")}</p>
      )}
      {choices?.map(({ id, name, price_cents, active }) => (
        <label key={id} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            value={String(id)}
            className="size-5 shrink-0 accent-primary"
            {...form.register("bundleItems")}
          />
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <bdi>{name}</bdi>
            {!active && (
              <span className="text-muted"> {t("(inactive: the bundle is not for sale with it)")}</span>
            )}
          </span>
          <span className="text-sm text-muted tabular-nums">{formatPrice(price_cents, currency)}</span>
        </label>
      ))}
      {chosen.length > 1 && isCurrency(currency) && (
        <p className="text-sm text-muted">
          {rich("By themselves they cost {sum}.", { sum: formatMoney(sum, currency) })}
        </p>
      )}
      {error && <FieldError id="bundle-items-error">{error}</FieldError>}
    </fieldset>
  );
}
