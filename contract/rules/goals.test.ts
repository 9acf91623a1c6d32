import { expect, test } from "vitest";
import { goalTexts } from "./goals.ts";

test.each([
  [0, "€0 of €1,000, 0%"],
  [34_050, "€340.50 of €1,000, 34%"],
  [99_999, "€999.99 of €1,000, 99%"],
  [100_000, "€1,000 of €1,000, 100%"],
  [120_000, "€1,200 of €1,000, 120%"],
])("describes %i cents of a goal", (reached, expected) => {
  const texts = goalTexts({ reached, target: 100_000, currency: "eur" });
  expect(`${texts.reached} of ${texts.target}, ${texts.percent}`).toBe(expected);
});

test("describes a number without a currency", () => {
  expect(goalTexts({ reached: 1_234, target: 2_000, currency: null })).toEqual({
    reached: "1,234",
    target: "2,000",
    percent: "61%",
  });
});
