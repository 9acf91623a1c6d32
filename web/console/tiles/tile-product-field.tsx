import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { type Control, Controller } from "react-hook-form";
import { paths } from "../../../contract/paths.ts";
import { formatPrice } from "../../lib/format.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { productsQuery } from "../products/queries.ts";
import type { TileFormValues } from "./tile-draft.ts";

type TileProductFieldProps = {
  control: Control<TileFormValues, unknown, unknown>;
  error: string | undefined;
};

/** Chooses what the tile sells. */
export function TileProductField({ control, error }: TileProductFieldProps) {
  const {
    data: products,
    isPending,
    isError,
    refetch,
  } = useQuery({
    ...productsQuery,
    // A product made in the other tab is there on the way back.
    refetchOnWindowFocus: "always",
  });
  const prompt = isPending ? "Loading products…" : products?.length ? "Select a product" : "No products yet.";
  return (
    <Controller
      control={control}
      name="productId"
      render={({ field }) => (
        <Field
          label="Product"
          error={error}
          help={
            <>
              {isError && (
                <>
                  Your products could not be loaded.{" "}
                  <button type="button" className={`${INLINE_LINK} mr-3`} onClick={() => void refetch()}>
                    Try again
                  </button>
                </>
              )}
              <a href={paths.products()} target="_blank" className={INLINE_LINK} rel="noopener">
                Make a product
                <span className="sr-only"> (opens a new tab, this form stays)</span>
                <ExternalLink size={15} aria-hidden="true" className="ml-1" />
              </a>
            </>
          }
        >
          {(control) => (
            <Select
              {...control}
              ref={field.ref}
              name={field.name}
              onBlur={field.onBlur}
              value={products ? (field.value ?? "") : ""}
              onChange={(event) => field.onChange(event.target.value ? Number(event.target.value) : null)}
            >
              <option value="">{prompt}</option>
              {products?.map((product) => (
                <option key={product.id} value={product.id}>
                  {product.name} · {formatPrice(product.price_cents, product.currency)}
                  {product.active ? "" : " (inactive)"}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    />
  );
}

const INLINE_LINK =
  "inline-flex min-h-8 items-center font-semibold text-primary underline underline-offset-4";
