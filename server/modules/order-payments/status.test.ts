import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forAll } from "../../../contract/rules/for-all.test-kit.ts";
import { DisputeStatus, PaymentStatus, RefundStatus } from "../../../contract/rules/order-states.ts";
import { acceptedPayment, nextPaymentStatus, type OrderMoney, refundedOf, statusOf } from "./status.ts";

const payment = (status: PaymentStatus, more: Partial<OrderMoney["payments"][number]> = {}) => ({
  id: "a",
  status,
  isHeld: false,
  isDuplicate: false,
  amountCents: 1000,
  ...more,
});
const money = (given: Partial<OrderMoney>): OrderMoney => ({
  isCancelled: false,
  payments: [],
  refunds: [],
  disputes: [],
  ...given,
});
const refund = (amountCents: number, status: RefundStatus = "done") => ({
  paymentId: "a",
  amountCents,
  status,
});
const dispute = (status: DisputeStatus, amountCents = 1000) => ({ paymentId: "a", status, amountCents });
const paid = [payment("paid")];

describe("the status of an order", () => {
  test.for([
    ["pending", money({})],
    ["cancelled", money({ isCancelled: true })],
    ["pending", money({ payments: [payment("failed"), payment("open", { id: "b" })] })],
    ["processing", money({ payments: [payment("processing")] })],
    ["processing", money({ payments: [payment("paid", { isHeld: true })] })],
    ["failed", money({ payments: [payment("expired"), payment("failed", { id: "b" })] })],
    ["expired", money({ payments: [payment("expired")] })],
    ["cancelled", money({ isCancelled: true, payments: [payment("cancelled")] })],
    ["paid", money({ isCancelled: true, payments: paid })],
    ["paid", money({ payments: paid, refunds: [refund(400, "failed"), refund(300, "asked")] })],
    ["partially_refunded", money({ payments: paid, refunds: [refund(400), refund(300, "pending")] })],
    ["refunded", money({ payments: paid, refunds: [refund(400), refund(600, "pending")] })],
    ["disputed", money({ payments: paid, refunds: [refund(400)], disputes: [dispute("open")] })],
    ["disputed", money({ payments: paid, disputes: [dispute("lost")] })],
    ["partially_refunded", money({ payments: paid, refunds: [refund(1)], disputes: [dispute("won")] })],
    ["partially_refunded", money({ payments: paid, disputes: [dispute("lost", 100)] })],
    ["disputed", money({ payments: paid, disputes: [dispute("open", 100)] })],
    ["disputed", money({ payments: paid, refunds: [refund(900)], disputes: [dispute("lost", 100)] })],
    ["disputed", money({ payments: paid, disputes: [dispute("lost", 400), dispute("lost", 600)] })],
    ["refunded", money({ payments: paid, refunds: [refund(1000)] })],
    ["paid", money({ payments: paid, disputes: [dispute("warning"), dispute("closed")] })],
  ] as const)("%s: %j", ([status, given]) => {
    expect(statusOf(given)).toBe(status);
  });

  test("is not changed by a second payment, whatever its result", () => {
    const second = payment("paid", { id: "b", isDuplicate: true });
    const back = { paymentId: "b", amountCents: 1000, status: "done" } as const;
    expect(statusOf(money({ payments: [payment("paid"), second], refunds: [back] }))).toBe("paid");
    expect(
      statusOf(
        money({
          payments: [second, payment("paid")],
          disputes: [{ paymentId: "b", status: "lost", amountCents: 1000 }],
        }),
      ),
    ).toBe("paid");
  });
});

const Reported = fc.constantFrom(...PaymentStatus.options);

describe("for any reports of a provider in any order", () => {
  test("keeps received money, and never makes a paid order unpaid", () => {
    const unpaid = new Set(["pending", "processing", "failed", "expired", "cancelled"]);
    const facts = fc.record({
      reports: fc.array(Reported, { maxLength: 12 }),
      isCancelled: fc.boolean(),
      refunds: fc.array(
        fc.record({
          amountCents: fc.integer({ min: 1, max: 500 }),
          status: fc.constantFrom(...RefundStatus.options),
        }),
        { maxLength: 4 },
      ),
      disputes: fc.array(fc.constantFrom(...DisputeStatus.options), { maxLength: 3 }),
    });
    forAll(facts, ({ reports, isCancelled, refunds, disputes }) => {
      let status: PaymentStatus = "open";
      let wasPaid = false;
      for (const reported of reports) {
        status = nextPaymentStatus(status, reported);
        wasPaid ||= reported === "paid";
        const derived = statusOf({
          isCancelled,
          payments: [payment(status)],
          refunds: refunds.map((given) => ({ paymentId: "a", ...given })),
          disputes: disputes.map((status) => dispute(status)),
        });
        expect(unpaid.has(derived)).toBe(!wasPaid);
      }
    });
  });

  test("ends in the final state that is reported, even repeatedly or among older reports", () => {
    const end = fc.constantFrom("paid", "failed", "expired", "cancelled" as const);
    forAll(end, fc.array(fc.constantFrom("open", "processing" as const)), (final, earlier) => {
      const reports = ["open", ...earlier, final, final] as const;
      expect(reports.reduce<PaymentStatus>(nextPaymentStatus, "open")).toBe(final);
      // An older response that arrives late does not undo it.
      expect(nextPaymentStatus(final, "open")).toBe(final);
    });
  });

  test("returns the same status for refunds, disputes and payments in any sequence", () => {
    const refunds = fc.array(
      fc.record({
        amountCents: fc.integer({ min: 1, max: 300 }),
        status: fc.constantFrom(...RefundStatus.options),
      }),
      { maxLength: 5 },
    );
    forAll(refunds, fc.array(fc.constantFrom(...DisputeStatus.options)), (some, disputes) => {
      const given = money({
        payments: paid,
        refunds: some.map((one) => ({ paymentId: "a", ...one })),
        disputes: disputes.map((status) => dispute(status)),
      });
      const turned = {
        ...given,
        refunds: given.refunds.toReversed(),
        disputes: given.disputes.toReversed(),
      };
      expect(statusOf(turned)).toBe(statusOf(given));
      expect(refundedOf(given.refunds, "a")).toBe(refundedOf(turned.refunds, "a"));
      expect(acceptedPayment(given.payments)?.id).toBe("a");
    });
  });
});
