import type { LinePrice } from "../../../../contract/rules/prices.ts";
import type { OrderLine } from "./lines.ts";

export type LineMoney = Pick<OrderLine, "itemCents" | "discountCents" | "shippingCents" | "amountCents">;
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

export const withAmount = <Given extends LinePrice>(price: Given): Given & LineMoney => ({
  ...price,
  amountCents: price.itemCents - price.discountCents + price.shippingCents,
});
