import { expect, test } from "vitest";
import { estimateCardFee } from "./card-fees.ts";

test.for([
  [1000, "eur", 40],
  [1000, "usd", 59],
  [999, "gbp", 35],
  [50, "eur", 26],
  [500_000, "huf", 16_000],
] as const)("estimates the card fee of %i in %s as about %i", ([cents, currency, fee]) => {
  expect(estimateCardFee(cents, { currency, provider: "stripe" })).toBe(fee);
});
