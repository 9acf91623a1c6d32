import { z } from "zod";
import { type Product, type ProductSales, ProductType } from "../../../contract/api/products.ts";
import { formatMoney } from "../../../contract/rules/formats.ts";
import { searchable } from "../../../contract/rules/meanings.ts";
import { t } from "../../../contract/texts.ts";

/** From this number of products, the list has a search and a filter. */
export const FILTERED_FROM = 10;

type IsOnPage = (product: Product) => boolean | undefined;

export const STATE_CHOICES = [
  { value: "all", label: t("All"), has: () => true },
  { value: "active", label: t("Active"), has: ({ active }: Product) => active },
  { value: "inactive", label: t("Inactive"), has: ({ active }: Product) => !active },
  {
    value: "not-on-page",
    label: t("Not on your page"),
    has: (product: Product, isOnPage: IsOnPage) => isOnPage(product) === false,
  },
  { value: "sold-out", label: t("Sold out"), has: ({ stock }: Product) => stock === 0 },
] as const;
const STATES = STATE_CHOICES.map(({ value }) => value);

/** The filter of the list, in its URL. */
export const ProductView = z.object({
  search: z.string().catch(""),
  type: z.enum(["all", ...ProductType.options]).catch("all"),
  state: z.enum(STATES).catch("all"),
});
export type ProductView = z.output<typeof ProductView>;

export function filterProducts(products: readonly Product[], view: ProductView, isOnPage: IsOnPage) {
  const state = STATE_CHOICES.find(({ value }) => value === view.state);
  const words = searchable(view.search.trim());
  return products.filter(
    (product) =>
      searchable(product.name).includes(words) &&
      (view.type === "all" || product.type === view.type) &&
      state?.has(product, isOnPage),
  );
}

/** Returns the revenue of a product: real money, or tests as long as there is none. */
export function soldOf({ sales = [], currency }: Pick<Product, "sales" | "currency">) {
  const real = sales.filter(({ mock }) => !mock);
  const isTest = real.length === 0 && sales.length > 0;
  const shown: readonly ProductSales[] = isTest ? sales : real;
  return {
    isTest,
    count: shown.reduce((sum, { sold }) => sum + sold, 0),
    revenue:
      shown.length === 0
        ? [formatMoney(0, currency)]
        : shown.map((sum) => formatMoney(sum.revenue_cents, sum.currency)),
  };
}
