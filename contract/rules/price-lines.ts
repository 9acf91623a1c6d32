import { texts } from "../texts.ts";

const names = texts("price_lines", {
  price: "Price",
  discount: "Discount",
  discountBy: "Discount ({code})",
  shipping: "Shipping",
  total: "Total",
  totalWithTaxes: "Total, incl. taxes",
});

type PriceParts = {
  /** The price less the discount, plus shipping. */
  totalCents: number;
  discountCents: number;
  /** The discount code, or null without a discount and for sums over several orders. */
  discountCode: string | null;
  shippingCents: number;
  /** True if the total includes unspecified taxes. */
  withTaxes?: boolean;
};

/** A line of a sum, in minor units. */
export type PriceLine = { name: string; cents: number };

/** Returns the lines of a total: price, discount, shipping and total. Without discount and shipping, returns only the total. */
export function priceLines({ withTaxes = false, ...parts }: PriceParts): PriceLine[] {
  const { totalCents, discountCents, discountCode, shippingCents } = parts;
  const discount = discountCode === null ? names.discount : names.discountBy({ code: discountCode });
  const total = { name: withTaxes ? names.totalWithTaxes : names.total, cents: totalCents };
  if (discountCents === 0 && shippingCents === 0) return [total];
  return [
    { name: names.price, cents: priceOf(parts) },
    ...(discountCents > 0 ? [{ name: discount, cents: -discountCents }] : []),
    ...(shippingCents > 0 ? [{ name: names.shipping, cents: shippingCents }] : []),
    total,
  ];
}

/** Returns the price before discount and shipping. */
export const priceOf = ({
  totalCents,
  discountCents,
  shippingCents,
}: Pick<PriceParts, "totalCents" | "discountCents" | "shippingCents">) =>
  totalCents + discountCents - shippingCents;
