import { beforeAll, describe, expect, test } from "vitest";
import { newPayment } from "../../testing/sales.ts";
import { testSite } from "../../testing/test-site.ts";
import { systemClock } from "../clock/index.ts";
import { createSandboxPayments } from "./adapters/sandbox/sandbox-payments.ts";
import { type PageDriver, type SalesDriver, testPaymentPage, testSales } from "./sales.test-suite.ts";

const site = testSite();

const recordsOf = (provider: "mock" | "stripe") =>
  createSandboxPayments({ db: site.db, clock: systemClock, provider, emit: null });

/** Acts as buyer and bank on the stored payments. */
function bankOf(provider: "mock" | "stripe") {
  const records = recordsOf(provider);
  return {
    pay: ({ id }) => records.pay(id),
    dispute: ({ id }) => records.dispute(id, null),
    endDispute: ({ id }, status) => records.endDispute(id, status),
    refundOutside: ({ id }, amount) => records.refundOutside(id, amount),
    payLate: ({ id }) => records.payLate(id),
    settle: ({ id }, status) => records.settle(id, status),
    decline: ({ id }) => records.decline(id),
  } satisfies Partial<SalesDriver & PageDriver>;
}

describe("the mock checkout", () =>
  testSales(() => {
    return { ...bankOf("mock"), sales: site.sales.mock, accounts: [null, null] };
  }));

describe("the sandbox", () => {
  beforeAll(async () => {
    for (const id of ["acct_first", "acct_second"]) await insertAccount(id, []);
  });

  const open = () => ({
    ...bankOf("stripe"),
    sales: site.sales.stripe,
    accounts: ["acct_first", "acct_second"] as const,
  });
  testSales(open);
  testPaymentPage(open);

  test("rejects payments of an account that is not ready or has revoked access", async () => {
    await insertAccount("acct_unready", ["external_account"]);
    for (const account of ["acct_unready", "acct_unknown"]) {
      await expect(site.sales.stripe.startPayment(newPayment({ account }))).rejects.toThrow(
        "the sandbox account is not ready",
      );
    }
  });

  test("returns a started payment again after its account has revoked access", async () => {
    const payment = newPayment({ account: "acct_revoked" });
    await insertAccount("acct_revoked", []);
    const { id } = await site.sales.stripe.startPayment(payment);
    await site.query("update sandbox_accounts set deauthorized = true where id = 'acct_revoked'");
    expect((await site.sales.stripe.startPayment(payment)).id).toBe(id);
  });

  test("throws for lines whose sum is not the amount", async () => {
    const payment = newPayment({ account: "acct_first", amount: 900 });
    await expect(site.sales.stripe.startPayment(payment)).rejects.toThrow(
      "the lines are 1000 in place of 900",
    );
  });

  test("throws AmountTooSmall below the currency's minimum", async () => {
    const started = site.sales.stripe.startPayment(
      newPayment({ account: "acct_first", amount: 49, fee: 2, lines: [{ name: "A sticker", amount: 49 }] }),
    );
    await expect(started).rejects.toMatchObject({ name: "AmountTooSmall" });
  });

  test("expires a payment at its set time", async () => {
    const { sales } = site;
    const payment = newPayment({ account: "acct_first", expiresAt: new Date(Date.now() - 1_000) });
    const { id } = await sales.stripe.startPayment(payment);
    await recordsOf("stripe").pay(id);
    const ref = { account: "acct_first", id };
    expect(await sales.stripe.readPayment(ref)).toMatchObject({ status: "expired", url: null });
  });
});

const insertAccount = (id: string, due: string[]) =>
  site.sql`insert into sandbox_accounts (id, idempotency_key, owner, reference, currently_due)
     values (${id}, ${id}, '1', ${id}, ${JSON.stringify(due)})`;
