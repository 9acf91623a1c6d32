import { shareOut } from "../../../../contract/rules/shares.ts";
import type { OrderLine } from "./lines.ts";

export type LineMoney = Pick<OrderLine, "itemCents" | "discountCents" | "shippingCents" | "amountCents">;
/** Sums over an order's lines. */
type Price = Omit<LineMoney, "amountCents">;

/** Returns the sums of lines, as their order stores them. */
export function sumsOf(lines: readonly LineMoney[]): LineMoney {
  const sum = (of: (line: LineMoney) => number) => lines.reduce((total, line) => total + of(line), 0);
  return {
    itemCents: sum(({ itemCents }) => itemCents),
    discountCents: sum(({ discountCents }) => discountCents),
    shippingCents: sum(({ shippingCents }) => shippingCents),
    amountCents: sum(({ amountCents }) => amountCents),
  };
}

export const withAmount = <Given extends Price>(price: Given): Given & LineMoney => ({
  ...price,
  amountCents: price.itemCents - price.discountCents + price.shippingCents,
});

/** Splits the price of an order over its lines: the discount in proportion to their prices, the shipping over the goods. */
export function splitPrice(
  lines: readonly Pick<OrderLine, "type" | "itemCents">[],
  { itemCents, discountCents, shippingCents }: Price,
): LineMoney[] {
  const items = shareOut(
    itemCents,
    lines.map((line) => line.itemCents),
  );
  const discounts = shareOut(discountCents, items);
  const shipping = shareOut(
    shippingCents,
    lines.map(({ type }) => (type === "physical" ? 1 : 0)),
  );
  return items.map((item, at) =>
    withAmount({ itemCents: item, discountCents: discounts[at] ?? 0, shippingCents: shipping[at] ?? 0 }),
  );
}
