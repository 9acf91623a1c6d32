import { expect, test } from "vitest";
import { priceLines } from "./price-lines.ts";

const bowl = { totalCents: 5010, discountCents: 480, discountCode: "SUNDAY10", shippingCents: 690 };

test("lists price, discount with its code, shipping and total, so that the lines add up", () => {
  const lines = priceLines(bowl);
  expect(lines).toEqual([
    { name: "Price", cents: 4800 },
    { name: "Discount (SUNDAY10)", cents: -480 },
    { name: "Shipping", cents: 690 },
    { name: "Total", cents: 5010 },
  ]);
  const [total = 0, ...parts] = lines.map(({ cents }) => cents).reverse();
  expect(parts.reduce((sum, cents) => sum + cents, 0)).toBe(total);
});

test("omits lines of 0 and an unknown code", () => {
  const names = (change: Partial<Parameters<typeof priceLines>[0]>) =>
    priceLines({ ...bowl, ...change }).map(({ name }) => name);
  expect(names({ shippingCents: 0, discountCode: null })).toEqual(["Price", "Discount", "Total"]);
  expect(names({ discountCents: 0 })).toEqual(["Price", "Shipping", "Total"]);
  expect(names({ discountCents: 0, shippingCents: 0 })).toEqual(["Total"]);
});

test("states that a total includes taxes", () => {
  expect(priceLines({ ...bowl, withTaxes: true }).at(-1)).toEqual({
    name: "Total, incl. taxes",
    cents: 5010,
  });
});
