import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { newPayment } from "../../testing/sales.ts";
import type { NewPayment, Payment, RefundRejected, Sales } from "./sales.ts";

/** A provider with the actions of its buyers and their banks. */
export type SalesDriver = {
  sales: Sales;
  /** Two accounts that can sell, or null for a provider without accounts. */
  accounts: readonly [string | null, string | null];
  /** False if the provider keeps the platform's fee when it refunds. */
  returnsFee?: false;
  /** Set if a dispute takes the money at once and cannot be answered. */
  disputes?: "chargebacks";
  /** 0 if the account is the platform's own, which pays no fee. */
  fee?: 0;
  pay(payment: Payment): Promise<void>;
  dispute(payment: Payment): Promise<void>;
  endDispute(payment: Payment, status: "won" | "lost"): Promise<void>;
  /** Refunds in the provider's own dashboard. */
  refundOutside(payment: Payment, amount: number): Promise<void>;
};

/** The page of a provider where buyers pay. */
export type PageDriver = {
  /** Pays by a method that takes days. */
  payLate(payment: Payment): Promise<void>;
  settle(payment: Payment, status: "paid" | "failed"): Promise<void>;
  decline(payment: Payment): Promise<void>;
};

/** Shared values of the tests of a provider. */
function stepsOf(open: () => SalesDriver) {
  const start = (given: Partial<NewPayment> = {}) =>
    open().sales.startPayment(newPayment({ account: open().accounts[0], ...given }));
  const read = async ({ id }: { id: string }) => {
    const found = await open().sales.readPayment({ account: open().accounts[0], id });
    if (!found) throw new Error(`no payment ${id}`);
    return found;
  };
  return {
    start,
    read,
    async startPaid(given: Partial<NewPayment> = {}) {
      const payment = await start(given);
      if (payment.status !== "paid") await open().pay(payment);
      return read(payment);
    },
    refund(payment: Payment, amount: number, id: string = randomUUID()) {
      const [account] = open().accounts;
      return open().sales.refund({ account, paymentId: payment.id, id, amount, reason: "requested" });
    },
    async rejection(refunding: Promise<unknown>) {
      const error: RefundRejected = await refunding.then(
        () => expect.fail("the refund was made"),
        (reason) => reason,
      );
      return `${error.name} ${error.reason}`;
    },
  };
}

/** The tests of every provider of sales. */
export function testSales(open: () => SalesDriver): void {
  const { start, startPaid, read, refund, rejection } = stepsOf(open);

  test("starts one payment for a repeated id", async () => {
    const id = randomUUID();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const first = await start({ id, expiresAt });
    const [second, other] = [await start({ id, expiresAt }), await start()];
    expect(second.id).toBe(first.id);
    expect(second.url).toBe(first.url);
    expect(other.id).not.toBe(first.id);
  });

  test("starts one payment for ten simultaneous requests with the same id", async () => {
    const same = { id: randomUUID(), expiresAt: new Date(Date.now() + 3_600_000) };
    const started = await Promise.all(Array.from({ length: 10 }, () => start(same)));
    expect(new Set(started.map(({ id }) => id)).size).toBe(1);
  });

  test("returns bounds only for supported currencies", () => {
    const { sales } = open();
    expect(sales.bounds("eur")).toMatchObject({ min: expect.any(Number), max: 99_999_999 });
    expect(sales.bounds("eur")?.min).toBeGreaterThan(0);
    for (const currency of ["jpy", "isk", "bhd", "EUR", "", "toString"]) {
      expect(sales.bounds(currency), currency).toBeUndefined();
    }
  });

  test("reads a paid payment with its amount, fee, reference and time", async () => {
    const id = randomUUID();
    const before = Date.now();
    const payment = await startPaid({ id });
    expect(payment).toMatchObject({
      reference: id,
      status: "paid",
      url: null,
      live: false,
      amount: 1_000,
      currency: "eur",
      fee: open().fee ?? 50,
      feeReturned: 0,
      email: "buyer@example.org",
      refunds: [],
      disputes: [],
    });
    // Providers count in whole seconds, and their clock may differ a little.
    expect(Math.abs((payment.paidAt?.getTime() ?? 0) - before)).toBeLessThan(60_000);
  });

  test("pays and refunds a payment without a platform fee like any other", async () => {
    const payment = await startPaid({ fee: 0 });
    expect(payment).toMatchObject({ status: "paid", fee: 0, feeReturned: 0 });
    await refund(payment, 1_000);
    expect(await read(payment)).toMatchObject({ fee: 0, feeReturned: 0 });
  });

  test("refunds a part, then the rest, and rejects a further refund", async () => {
    const payment = await startPaid();
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await refund(payment, 400, first)).toMatchObject({ ours: first, amount: 400, status: "done" });
    const isReturned = open().returnsFee !== false;
    expect((await read(payment)).feeReturned).toBe(isReturned ? 20 : 0);
    expect(await rejection(refund(payment, 601))).toBe("RefundRejected too_much");
    await refund(payment, 600, second);
    expect(await rejection(refund(payment, 1))).toBe("RefundRejected too_much");
    const after = await read(payment);
    expect(after).toMatchObject({ status: "paid", amount: 1_000, feeReturned: isReturned ? 50 : 0 });
    expect(after.refunds.map(({ ours, amount }) => ({ ours, amount }))).toEqual(
      expect.arrayContaining([
        { ours: first, amount: 400 },
        { ours: second, amount: 600 },
      ]),
    );
  });

  test("makes one refund for a repeated id", async () => {
    const payment = await startPaid();
    const id = randomUUID();
    const first = await refund(payment, 300, id);
    expect(await refund(payment, 300, id)).toEqual(first);
    expect((await read(payment)).refunds).toHaveLength(1);
  });

  test("rejects a concurrent refund that would exceed the paid amount", async () => {
    const payment = await startPaid();
    const refunds = await Promise.allSettled([
      refund(payment, 400),
      refund(payment, 400),
      refund(payment, 400),
    ]);
    expect(refunds.map(({ status }) => status).sort()).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect((await read(payment)).refunds).toHaveLength(2);
  });

  test("reads a refund made at the provider without an id of ours", async () => {
    const payment = await startPaid();
    await open().refundOutside(payment, 250);
    expect((await read(payment)).refunds).toMatchObject([{ ours: null, amount: 250, status: "done" }]);
    expect(await rejection(refund(payment, 751))).toBe("RefundRejected too_much");
  });

  test("rejects refunds of a disputed payment until the dispute is won", async () => {
    const payment = await startPaid();
    await open().dispute(payment);
    const { disputes, status } = await read(payment);
    expect(status).toBe("paid");
    const taken = { amount: 1_000, status: "lost", respondBy: null };
    const questioned = { amount: 1_000, status: "open", respondBy: expect.any(Date) };
    expect(disputes).toMatchObject([open().disputes === "chargebacks" ? taken : questioned]);
    expect(await rejection(refund(payment, 100))).toBe("RefundRejected disputed");
    await open().endDispute(payment, "won");
    expect((await read(payment)).disputes).toMatchObject([{ id: disputes[0]?.id, status: "won" }]);
  });

  test("keeps a lost dispute with the payment", async () => {
    const payment = await startPaid();
    await open().dispute(payment);
    await open().endDispute(payment, "lost");
    expect((await read(payment)).disputes).toMatchObject([{ status: "lost" }]);
  });

  test("returns undefined for an unknown payment, and rejects its refund", async () => {
    const { sales, accounts } = open();
    const [account] = accounts;
    expect(await sales.readPayment({ account, id: "cs_test_unknown" })).toBeUndefined();
    expect(await sales.closePayment({ account, id: "cs_test_unknown" })).toBe(true);
    const unknown = { account, paymentId: "cs_test_unknown", id: randomUUID(), amount: 1 };
    expect(await rejection(sales.refund({ ...unknown, reason: "other" }))).toBe("RefundRejected other");
  });

  test("hides another account's payment", async () => {
    const { sales, accounts } = open();
    const payment = await startPaid();
    const other = accounts[1] ?? "acct_of_nobody";
    expect(await sales.readPayment({ account: other, id: payment.id })).toBeUndefined();
    await sales.closePayment({ account: other, id: payment.id });
    const foreign = { account: other, paymentId: payment.id, id: randomUUID(), amount: 100 };
    expect(await rejection(sales.refund({ ...foreign, reason: "other" }))).toBe("RefundRejected other");
    expect(await read(payment)).toMatchObject({ status: "paid", refunds: [] });
  });

  test("does not change a paid payment when closing it", async () => {
    const payment = await startPaid();
    const [account] = open().accounts;
    expect(await open().sales.closePayment({ account, id: payment.id })).toBe(true);
    expect((await read(payment)).status).toBe("paid");
  });
}

/** The tests of a provider with a page where buyers pay. */
export function testPaymentPage(open: () => SalesDriver & PageDriver): void {
  const { start, read, refund, rejection } = stepsOf(open);

  test("rejects paying a closed payment", async () => {
    const { sales, accounts, pay } = open();
    const payment = await start();
    expect(payment).toMatchObject({ status: "open", url: expect.stringMatching(/^https?:/), paidAt: null });
    const ref = { account: accounts[0], id: payment.id };
    expect([await sales.closePayment(ref), await sales.closePayment(ref)]).toEqual([true, true]);
    await pay(payment);
    expect(await read(payment)).toMatchObject({ status: "expired", url: null, paidAt: null });
    expect(await rejection(refund(payment, 100))).toBe("RefundRejected other");
  });

  test("keeps a payment open and payable after a declined card", async () => {
    const payment = await start();
    await open().decline(payment);
    expect(await read(payment)).toMatchObject({ status: "open", url: payment.url });
    await open().pay(payment);
    expect((await read(payment)).status).toBe("paid");
  });

  test.for(["paid", "failed"] as const)(
    "reports a payment that takes days as processing, then %s",
    async (end) => {
      const { sales, accounts, payLate, settle } = open();
      const payment = await start();
      await payLate(payment);
      expect(await read(payment)).toMatchObject({ status: "processing", url: null, paidAt: null });
      const ref = { account: accounts[0], id: payment.id };
      expect(await sales.closePayment(ref)).toBe(false);
      await settle(payment, end);
      expect((await read(payment)).status).toBe(end);
      expect(await sales.closePayment(ref)).toBe(true);
    },
  );
}
