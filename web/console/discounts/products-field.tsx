import { useQuery } from "@tanstack/react-query";
import type { UseFormRegisterReturn } from "react-hook-form";
import { FieldError } from "../../ui/field.tsx";
import { productsQuery } from "../products/queries.ts";

type ProductsFieldProps = { registration: UseFormRegisterReturn; error: string | undefined };

/** The products to which a code applies. Tips are never discounted. */
export function ProductsField({ registration, error }: ProductsFieldProps) {
  const { data: products } = useQuery(productsQuery);
  const choices = products?.filter(({ type }) => type !== "tip");
  return (
    <fieldset className="grid min-w-0 gap-1" aria-describedby={error && "discount-products-error"}>
      <legend className="mb-1.5 font-semibold">Products</legend>
      {choices?.length === 0 && <p className="text-sm text-muted">You have no products yet.</p>}
      {choices?.map(({ id, name }) => (
        <label key={id} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            value={String(id)}
            className="size-5 shrink-0 accent-primary"
            {...registration}
          />
          <span dir="auto" className="[overflow-wrap:anywhere]">
            {name}
          </span>
        </label>
      ))}
      {error && <FieldError id="discount-products-error">{error}</FieldError>}
    </fieldset>
  );
}
