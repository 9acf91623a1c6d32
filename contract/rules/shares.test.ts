import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "./for-all.test-kit.ts";
import { shareOut } from "./shares.ts";

const sum = (cents: readonly number[]) => cents.reduce((total, part) => total + part, 0);

test("gives the units left over to the largest remainders, of equal ones to the first", () => {
  expect(shareOut(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(shareOut(5, [10, 20, 30])).toEqual([1, 2, 2]);
  expect(shareOut(1, [3, 5])).toEqual([0, 1]);
  expect(shareOut(3, [0, 0])).toEqual([2, 1]);
  expect(shareOut(999, [7])).toEqual([999]);
});

const cents = fc.integer({ min: 0, max: 2_147_483_647 });
const weights = fc.array(cents, { minLength: 1, maxLength: 30 });

test("splits every amount completely, each part within one unit of its share", () => {
  forAll(cents, weights, (amount, given) => {
    const parts = shareOut(amount, given);
    expect(sum(parts)).toBe(amount);
    if (sum(given) === 0) return;
    for (const [at, part] of parts.entries()) {
      const difference = BigInt(part) * BigInt(sum(given)) - BigInt(amount) * BigInt(given[at] ?? 0);
      expect(difference > -BigInt(sum(given)) && difference < BigInt(sum(given))).toBe(true);
    }
  });
});

test("gives no part more than its weight if the amount is at most the sum of the weights", () => {
  forAll(weights, fc.double({ min: 0, max: 1, noNaN: true }), (given, share) => {
    const parts = shareOut(Math.floor(sum(given) * share), given);
    for (const [at, part] of parts.entries()) expect(part).toBeLessThanOrEqual(given[at] ?? 0);
  });
});
