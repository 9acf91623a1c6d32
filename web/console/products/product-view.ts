import { z } from "zod";
import { type Product, type ProductSales, ProductType } from "../../../contract/api/products.ts";
import { formatMoney } from "../../../contract/rules/formats.ts";

/** From more products than this on, they are searched and filtered. */
export const FILTERED_FROM = 10;

export const STATE_CHOICES = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
  { value: "not-on-page", label: "Not on your page" },
  { value: "sold-out", label: "Sold out" },
] as const;
const STATES = STATE_CHOICES.map(({ value }) => value);

/** Which products the list shows, in the query of its URL. */
export const ProductView = z.object({
  search: z.string().catch(""),
  type: z.enum(["all", ...ProductType.options]).catch("all"),
  state: z.enum(STATES).catch("all"),
});
export type ProductView = z.output<typeof ProductView>;

/** Returns the products that a view shows. */
export function filterProducts(
  products: readonly Product[],
  view: ProductView,
  isOnPage: (product: Product) => boolean | undefined,
): readonly Product[] {
  const words = view.search.trim().toLowerCase();
  return products.filter(
    (product) =>
      product.name.toLowerCase().includes(words) &&
      (view.type === "all" || product.type === view.type) &&
      isInState(product, view.state, isOnPage),
  );
}

function isInState(
  product: Product,
  state: ProductView["state"],
  isOnPage: (product: Product) => boolean | undefined,
): boolean {
  switch (state) {
    case "active":
      return product.active;
    case "inactive":
      return !product.active;
    case "not-on-page":
      return isOnPage(product) === false;
    case "sold-out":
      return product.stock === 0;
    default:
      return true;
  }
}

/** Returns what a product has brought: with money, or in test mode as long as there was none. */
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
