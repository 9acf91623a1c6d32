import fc from "fast-check";
import { expect, test } from "vitest";
import { platformFee } from "./fees.ts";
import { forAll } from "./for-all.test-kit.ts";
import { limits } from "./limits.ts";

test.for([
  [999, 500, 50],
  [1, 500, 0],
  [10, 500, 1],
  [9, 500, 0],
  [0, 500, 0],
  [2500, 0, 0],
  [2500, 10_000, 2500],
  [limits.priceCents.max, 500, 5_000_000],
] as const)("calculates for %s cents at %s basis points a fee of %s", ([amount, bps, fee]) => {
  expect(platformFee(amount, bps)).toBe(fee);
});

test("rounds the fee half up, so that fee and net add up to the amount", () => {
  const cents = fc.integer({ min: 0, max: 100_000_000 });
  const basisPoints = fc.integer({ min: 0, max: 10_000 });
  forAll(cents, basisPoints, (amount, bps) => {
    const fee = platformFee(amount, bps);
    expect(Number.isInteger(fee)).toBe(true);
    expect(fee).toBeGreaterThanOrEqual(0);
    expect(fee).toBeLessThanOrEqual(amount);
    expect(fee + (amount - fee)).toBe(amount);
    const exact = BigInt(amount) * BigInt(bps);
    expect(BigInt(fee)).toBe((exact + 5_000n) / 10_000n);
  });
});
