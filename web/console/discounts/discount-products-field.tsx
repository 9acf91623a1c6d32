import { useQuery } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import type { DiscountInput } from "../../../contract/api/discounts.ts";
import { FieldError } from "../../ui/field.tsx";
import { productsQuery } from "../products/queries.ts";
import type { DiscountFormValues } from "./discount-draft.ts";

type DiscountProductsFieldProps = {
  form: Pick<UseFormReturn<DiscountFormValues, unknown, DiscountInput>, "register" | "formState">;
};

/** Chooses the products that a code is for. */
export function DiscountProductsField({ form }: DiscountProductsFieldProps) {
  const { data: products } = useQuery(productsQuery);
  const error = form.formState.errors.productIds?.message;
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
            {...form.register("productIds")}
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
