import { z } from "zod";
import { PRODUCT_DEFAULTS } from "../../../contract/limits.ts";
import { type Product, ProductInput, ProductType } from "../../../contract/products.ts";
import { centsFromText, textFromCents } from "./price.ts";

/** The product form: the price is typed as an amount, all else is the call's own schema. */
export const ProductForm = z
  .object({
    name: z.string(),
    description: z.string(),
    priceCents: z.string().transform(centsFromText),
    type: ProductType,
    digitalFilePath: z.string().nullable(),
    active: z.boolean(),
  })
  .transform((draft): z.input<typeof ProductInput> => draft)
  .pipe(ProductInput);
export type ProductFormValues = z.input<typeof ProductForm>;

/** The form as it is kept when the session ends under it. */
export const ProductDraft: z.ZodType<ProductFormValues> = z.object({
  name: z.string(),
  description: z.string(),
  priceCents: z.string(),
  type: ProductType,
  digitalFilePath: z.string().nullable(),
  active: z.boolean(),
});

export const PRODUCT_TYPES: readonly { type: ProductType; label: string; help: string }[] = [
  { type: "digital", label: "Digital", help: "A file that buyers download." },
  { type: "physical", label: "Physical", help: "Something that you send." },
  { type: "tip", label: "Tip", help: "Support, with nothing to deliver." },
];

export function toFormValues(product: Product | null): ProductFormValues {
  return {
    name: product?.name ?? "",
    description: product?.description ?? "",
    priceCents: textFromCents(product?.price_cents ?? PRODUCT_DEFAULTS.priceCents),
    type: product?.type ?? PRODUCT_DEFAULTS.type,
    digitalFilePath: product?.digital_file_path ?? null,
    active: product?.active ?? PRODUCT_DEFAULTS.active,
  };
}

/** True for a digital product that buyers would get nothing for. */
export function lacksFile(product: { type: ProductType; file: string | null }): boolean {
  return product.type === "digital" && !product.file;
}
