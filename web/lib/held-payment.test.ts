import { expect, test } from "vitest";
import { differenceText } from "./held-payment.ts";

test.each([
  ["amount 2400 instead of 2500", "€24.00 was paid instead of €25.00."],
  ["currency usd instead of eur", "It was paid in USD instead of EUR."],
  ["reference", "The payment names another order."],
  ["mode", "A test payment came for a real order, or the other way round."],
  ["something new", "something new."],
])("explains %s", (reason, text) => {
  expect(differenceText(reason, "eur")).toBe(text);
});
