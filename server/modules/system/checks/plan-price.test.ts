import { expect, test } from "vitest";
import { DEFAULT_PLANS } from "../../../../contract/rules/plans.ts";
import { inWords } from "../check.ts";
import { assessPrice } from "./payments.ts";

test("reports a price of the plan that differs from the provider's", () => {
  const shown = { amount: 900, currency: "eur", interval: "month" };
  expect(assessPrice(shown, DEFAULT_PLANS)).toBeUndefined();
  for (const charged of [
    { ...shown, amount: 1200 },
    { ...shown, currency: "usd" },
    { ...shown, interval: "year" },
  ])
    expect(assessPrice(charged, DEFAULT_PLANS)).toMatchObject({ verdict: "fault" });
  const found = assessPrice({ ...shown, amount: 1200 }, DEFAULT_PLANS);
  expect(found && inWords(found)).toMatchObject({
    seen: "the provider charges €12.00 per month for the Creator plan, and the site shows €9.00 per month, so that nobody can buy it",
    advice: expect.stringContaining("CREATOR_PLAN_PRICE"),
  });
});
