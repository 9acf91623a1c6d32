import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useController } from "react-hook-form";
import type { Product } from "../../../contract/api/products.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { formatPrice } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { productsQuery } from "../products/queries.ts";
import type { TileFormState } from "./tile-draft.ts";

type TileProductFieldProps = {
  form: TileFormState;
  /** True for a tip tile. Its product is optional, because without one the tile gets its own tip. Without tip products, the field is hidden. */
  ownTip?: boolean;
  /** The prompt of a field that may stay empty. */
  none?: string;
  /** Called with the chosen product and the former one. */
  onChosen?: (product: Product, previous: Product | undefined) => void;
};

export function TileProductField({ form, ownTip = false, none, onChosen }: TileProductFieldProps) {
  const query = useQuery({
    ...productsQuery,
    // Returning to this tab lists products that were created in another one.
    refetchOnWindowFocus: "always",
  });
  const products = query.data;
  const { field, fieldState } = useController({ control: form.control, name: "productId" });
  if (ownTip && field.value == null && !products?.some(({ type }) => type === "tip")) return null;
  const prompt = ownTip
    ? t("A tip of its own")
    : query.isPending
      ? t("Loading products…")
      : products?.length === 0
        ? t("No products yet.")
        : (none ?? t("Select a product"));
  const find = (id: number | null | undefined) => products?.find((product) => product.id === id);
  return (
    <Field
      label={t("Product")}
      error={fieldState.error?.message}
      help={
        !ownTip && (
          <>
            {query.isError && (
              <>
                <span>{t("Couldn't load your products.")}</span>{" "}
                <button type="button" className={`${INLINE_LINK} me-3`} onClick={() => void query.refetch()}>
                  {t("Try again")}
                </button>
              </>
            )}
            <a href={paths.newProduct()} target="_blank" className={INLINE_LINK} rel="noopener">
              {rich("Create a product<part> (opens a new tab, this form stays)</part>{externalLink}", {
                part: (inside) => <span className="sr-only">{inside}</span>,
                externalLink: <ExternalLink size={15} className="ms-1" />,
              })}
            </a>
          </>
        )
      }
    >
      {(control) => (
        <Select
          {...control}
          {...field}
          value={products ? (field.value ?? "") : ""}
          options={products?.map((product) => ({ value: product.id, label: labelOf(product) }))}
          onChange={({ target }) => {
            const chosen = find(Number(target.value));
            const previous = find(field.value);
            field.onChange(chosen?.id ?? null);
            if (chosen) onChosen?.(chosen, previous);
          }}
        >
          <option value="">{prompt}</option>
        </Select>
      )}
    </Field>
  );
}

function labelOf({ name, price_cents, currency, active }: Product): string {
  const price = formatPrice(price_cents, currency);
  return active ? `${name} · ${price}` : t("{name} · {price} (inactive)", { name, price });
}

const INLINE_LINK =
  "inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4";
