import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "../../../../contract/rules/for-all.test-kit.ts";
import { splitPrice, sumsOf } from "./line-money.ts";

const line = fc.record({
  type: fc.constantFrom("digital", "physical", "tip"),
  itemCents: fc.integer({ min: 0, max: 100_000 }),
});
const lines = fc.array(line, { minLength: 1, maxLength: 10 });

test("splits price, discount and shipping so that the lines add up to the order", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  forAll(lines, share, fc.integer({ min: 0, max: 5_000 }), (sold, part, shippingCents) => {
    const itemCents = sumsOf(sold.map((each) => ({ ...each, ...NOTHING }))).itemCents;
    const price = { itemCents, discountCents: Math.floor(itemCents * part), shippingCents };
    const split = splitPrice(sold, price);
    expect(sumsOf(split)).toEqual({
      ...price,
      amountCents: itemCents - price.discountCents + shippingCents,
    });
    for (const { amountCents, itemCents, discountCents } of split) {
      expect(discountCents).toBeLessThanOrEqual(itemCents);
      expect(amountCents).toBeGreaterThanOrEqual(0);
    }
  });
});
const NOTHING = { discountCents: 0, shippingCents: 0, amountCents: 0 };

test("splits shipping over the goods alone", () => {
  const sold = [
    { type: "digital", itemCents: 500 },
    { type: "physical", itemCents: 1500 },
  ] as const;
  expect(splitPrice(sold, { itemCents: 2000, discountCents: 1000, shippingCents: 400 })).toEqual([
    { itemCents: 500, discountCents: 250, shippingCents: 0, amountCents: 250 },
    { itemCents: 1500, discountCents: 750, shippingCents: 400, amountCents: 1150 },
  ]);
});
