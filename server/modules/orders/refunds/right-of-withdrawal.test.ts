import { expect, test } from "vitest";
import { listWithdrawable, withdrawalOf as rightOf, type WithdrawalFacts } from "./right-of-withdrawal.ts";

const at = (text: string) => new Date(text);
type Facts = Omit<WithdrawalFacts, "lines"> & WithdrawalFacts["lines"][number];
/** The right of an order with one line. */
const withdrawalOf = (facts: Facts, now: Date) => rightOf({ ...facts, lines: [facts] }, now);
const file: Facts = {
  provider: "stripe",
  type: "digital",
  amountCents: 1000,
  refundedCents: 0,
  paidAt: at("2026-12-01T15:00:00Z"),
  seller: { is_trader: true },
  consentAt: at("2026-12-01T14:59:00Z"),
  id: 1,
  access: [{ lineId: 1, useCount: 0 }],
  shippedAt: null,
  withdrawnAt: null,
};
const goods: Facts = { ...file, type: "physical", consentAt: null };
const now = at("2026-12-02T12:00:00Z");
const END_OF_FILE = "2026-12-15T23:59:59.999Z";

test("allows the return of a file that was never downloaded until the end of the 14th day after payment", () => {
  const open = { possible: true, until: END_OF_FILE, reason: "open" };
  expect(withdrawalOf(file, now)).toEqual(open);
  expect(withdrawalOf(file, at("2026-12-15T23:59:59.999Z"))).toEqual(open);
  expect(withdrawalOf(file, at("2026-12-16T00:00:00Z"))).toEqual({
    possible: false,
    until: END_OF_FILE,
    reason: "period_over",
  });
});

test("computes the same period for every hour, month and year of the payment", () => {
  const until = (paidAt: string) => withdrawalOf({ ...file, paidAt: at(paidAt) }, at(paidAt)).until;
  expect(until("2026-12-01T00:00:00Z")).toBe(END_OF_FILE);
  expect(until("2026-12-01T23:59:59.999Z")).toBe(END_OF_FILE);
  expect(until("2026-12-20T08:00:00Z")).toBe("2027-01-03T23:59:59.999Z");
  expect(until("2028-02-20T08:00:00Z")).toBe("2028-03-05T23:59:59.999Z");
});

test("ends the right with the first download only with consent", () => {
  const downloaded = { ...file, access: [{ lineId: 1, useCount: 1 }] };
  expect(withdrawalOf(downloaded, now)).toEqual({ possible: false, until: null, reason: "delivered" });
  expect(withdrawalOf({ ...downloaded, consentAt: null }, now)).toMatchObject({ possible: true });
});

test.for([
  ["a service", { type: "service" }],
  ["a digital product without a file", { type: "digital" }],
] as const)("ends 14 days after payment for %s, whatever the buyer agreed to", ([, given]) => {
  const service = { ...file, ...given, access: [] };
  const open = { possible: true, until: END_OF_FILE, reason: "open" };
  expect(withdrawalOf(service, now)).toEqual(open);
  expect(withdrawalOf({ ...service, consentAt: null }, now)).toEqual(open);
  expect(withdrawalOf(service, at("2026-12-16T00:00:00Z"))).toMatchObject({ reason: "period_over" });
});

test("goods can be returned at any time before they are shipped", () => {
  const open = { possible: true, until: null, reason: "open" };
  expect(withdrawalOf(goods, now)).toEqual(open);
  expect(withdrawalOf(goods, at("2027-12-01T00:00:00Z"))).toEqual(open);
});

test("goods can be returned until 14 days after shipping plus 7 days", () => {
  const shipped = { ...goods, shippedAt: at("2026-12-10T09:00:00Z") };
  const until = "2026-12-31T23:59:59.999Z";
  expect(withdrawalOf(shipped, at(until))).toEqual({ possible: true, until, reason: "open" });
  expect(withdrawalOf(shipped, at("2027-01-01T00:00:00Z"))).toEqual({
    possible: false,
    until,
    reason: "period_over",
  });
});

test("keeps the right for the rest after a partial refund", () => {
  expect(withdrawalOf({ ...file, refundedCents: 999 }, now).possible).toBe(true);
});

test.for([
  ["mock", { provider: "mock" }],
  ["not_paid", { paidAt: null }],
  ["free", { provider: "free", amountCents: 0 }],
  ["free", { amountCents: 0 }],
  ["tip", { type: "tip" }],
  ["not_a_trader", { seller: { is_trader: false } }],
  ["not_a_trader", { seller: null }],
  ["refunded", { refundedCents: 1000 }],
  ["withdrawn", { withdrawnAt: now }],
] as const)("there is no right of withdrawal: %s", ([reason, change]) => {
  expect(withdrawalOf({ ...file, ...change }, now)).toEqual({ possible: false, until: null, reason });
});

test("gives each line its own right, and the order the first open one", () => {
  const tip = { ...file, type: "tip" as const };
  const order = { ...file, lines: [tip, goods, { ...goods, withdrawnAt: now }] };
  expect(listWithdrawable(order, now)).toEqual([goods]);
  expect(rightOf(order, now)).toEqual({ possible: true, until: null, reason: "open" });
  expect(rightOf({ ...order, lines: [tip] }, now).reason).toBe("tip");
});
