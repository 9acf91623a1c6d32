import { describe, expect, test } from "vitest";
import { problemsOf } from "../../../contract/rules/texts-of.test-kit.ts";
import { keepUnchangedTimes } from "../../lib/time-fields.ts";
import { aDiscount } from "../../testing/console-entities.ts";
import { DiscountForm, type DiscountFormValues, stateOf, toFormValues } from "./discount-draft.ts";

const draft = (change: Partial<DiscountFormValues>): DiscountFormValues => ({
  ...toFormValues(null, "Europe/Berlin"),
  code: "SPRING",
  percentOff: "20",
  ...change,
});

test("a new code takes a percentage off all products", () => {
  expect(DiscountForm.parse(draft({}))).toEqual({
    code: "SPRING",
    percentOff: 20,
    amountOffCents: null,
    currency: null,
    productIds: null,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    oncePerBuyer: false,
    active: true,
  });
});

test("ignores values of hidden fields", () => {
  const hidden = { amountOffCents: "abc", currency: "chf", productIds: ["7"] };
  expect(DiscountForm.parse(draft(hidden))).toMatchObject({
    percentOff: 20,
    amountOffCents: null,
    currency: null,
    productIds: null,
  });
  const amount = { reduction: "amount", percentOff: "x", amountOffCents: "4,50", currency: "chf" } as const;
  expect(DiscountForm.parse(draft(amount))).toMatchObject({
    percentOff: null,
    amountOffCents: 450,
    currency: "chf",
  });
  expect(DiscountForm.parse(draft({ scope: "chosen", productIds: ["7", "9"] })).productIds).toEqual([7, 9]);
});

test("keeps every saved code unchanged by an edit without changes", () => {
  const saved = aDiscount({
    percent_off: null,
    amount_off_cents: 450,
    currency: "chf",
    product_ids: [7],
    starts_at: "2026-12-01T08:30:00.000Z",
    ends_at: "2026-12-24T23:00:00.000Z",
    max_uses: 10,
    once_per_buyer: true,
  });
  const input = DiscountForm.parse(toFormValues(saved, "Asia/Tokyo"));
  expect(input).toMatchObject({ startsAt: "2026-12-01T17:30", endsAt: "2026-12-25T08:00" });
  expect(keepUnchangedTimes(input, saved, "Asia/Tokyo")).toEqual({
    code: saved.code,
    percentOff: null,
    amountOffCents: 450,
    currency: "chf",
    productIds: [7],
    startsAt: saved.starts_at,
    endsAt: saved.ends_at,
    maxUses: 10,
    oncePerBuyer: true,
    active: true,
  });
});

test.each([
  [{ code: "a b" }, "code", "Code must be 4 to 32 letters, digits or hyphens."],
  [{ percentOff: "" }, "percentOff", "Percent must be a whole number from 1 to 100."],
  [{ percentOff: "12.5" }, "percentOff", "Percent must be a whole number from 1 to 100."],
  [{ reduction: "amount", amountOffCents: "" }, "amountOffCents", "Amount must be more than 0."],
  [{ reduction: "amount", amountOffCents: "x" }, "amountOffCents", "Amount must be a number of 0 or more."],
  [{ scope: "chosen" }, "productIds", "Choose at least one product."],
  [{ startsAt: "soon" }, "startsAt", "Start must be a date and a time, such as 2026-11-27T18:00."],
  [{ maxUses: "0" }, "maxUses", "Uses must be a whole number from 1 to 1,000,000."],
] as const)("reports %j at its field", (change, field, message) => {
  expect(problemsOf(DiscountForm, draft(change))).toEqual([{ path: [field], message }]);
});

describe("a code", () => {
  const now = new Date("2026-12-01T12:00:00Z");
  test.each([
    [{}, "active"],
    [{ active: false, ends_at: "2026-11-01T00:00:00Z" }, "inactive"],
    [{ ends_at: "2026-12-01T12:00:00Z" }, "expired"],
    [{ starts_at: "2026-12-01T12:00:01Z" }, "scheduled"],
    [{ max_uses: 3, uses: 3 }, "used_up"],
    [{ max_uses: 3, uses: 2 }, "active"],
  ] as const)("%j is %s", (change, state) => {
    expect(stateOf(aDiscount(change), now)).toBe(state);
  });
});
