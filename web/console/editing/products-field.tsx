import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { t } from "../../../contract/texts.ts";
import { FieldError } from "../../ui/field.tsx";
import { productsQuery } from "../products/queries.ts";

type ProductsFieldProps = {
  inputOf: (id: number) => ComponentProps<"input">;
  error: string | undefined;
  /** Also offers tips, which are never discounted. */
  withTips?: boolean;
};

/** A choice of products. */
export function ProductsField({ inputOf, error, withTips = false }: ProductsFieldProps) {
  const { data: products } = useQuery(productsQuery);
  const choices = products?.filter(({ type }) => withTips || type !== "tip");
  return (
    <fieldset className="grid min-w-0 gap-1" aria-describedby={error && "chosen-products-error"}>
      <legend className="mb-1.5 font-semibold">{t("Products")}</legend>
      {choices?.length === 0 && <p className="text-sm text-muted">{t("You have no products yet.")}</p>}
      {choices?.map(({ id, name }) => (
        <label key={id} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            value={String(id)}
            className="size-5 shrink-0 accent-primary"
            {...inputOf(id)}
          />
          <span dir="auto" className="[overflow-wrap:anywhere]">
            {name}
          </span>
        </label>
      ))}
      {error && <FieldError id="chosen-products-error">{error}</FieldError>}
    </fieldset>
  );
}
