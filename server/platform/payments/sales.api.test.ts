import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/harness.ts";
import { systemClock } from "../clock/index.ts";
import { createSandboxPayments } from "./adapters/sandbox-payments.ts";
import { type SalesDriver, testSales } from "./sales.test-suite.ts";
import type { NewPayment } from "./sales.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

/** Buyer and bank, who act on the stored payments. */
function bankOf(provider: "mock" | "stripe") {
  const records = createSandboxPayments({ db: site.db, clock: systemClock, provider, emit: null });
  return {
    pay: ({ id }) => records.pay(id),
    dispute: ({ id }) => records.dispute(id, null),
    endDispute: ({ id }, status) => records.endDispute(id, status),
    refundOutside: ({ id }, amount) => records.refundOutside(id, amount),
    page: {
      payLate: ({ id }) => records.payLate(id),
      settle: ({ id }, status) => records.settle(id, status),
      decline: ({ id }) => records.decline(id),
    },
  } satisfies Partial<SalesDriver>;
}

describe("the mock checkout", () =>
  testSales(() => {
    const { page: _, ...bank } = bankOf("mock");
    return { ...bank, sales: site.sales.mock, accounts: [null, null] };
  }));

describe("the sandbox", () => {
  beforeAll(async () => {
    for (const id of ["acct_first", "acct_second"]) await insertAccount(id, []);
  });

  testSales(() => ({
    ...bankOf("stripe"),
    sales: site.sales.provider,
    accounts: ["acct_first", "acct_second"],
  }));

  test("an account that is not ready or has revoked access takes no payments", async () => {
    await insertAccount("acct_unready", ["external_account"]);
    for (const account of ["acct_unready", "acct_unknown"]) {
      await expect(site.sales.provider.startPayment(aPayment({ account }))).rejects.toThrow(
        "the sandbox account is not ready",
      );
    }
  });

  test("an amount below the currency's minimum is rejected by name", async () => {
    const started = site.sales.provider.startPayment(aPayment({ amount: 49, fee: 2 }));
    await expect(started).rejects.toMatchObject({ name: "AmountTooSmall" });
  });

  test("a payment expires at its time", async () => {
    const { sales } = site;
    const payment = aPayment({ expiresAt: new Date(Date.now() - 1_000) });
    const { id } = await sales.provider.startPayment(payment);
    await bankOf("stripe").pay({ id } as never);
    const ref = { account: "acct_first", id };
    expect(await sales.provider.readPayment(ref)).toMatchObject({ status: "expired", url: null });
  });
});

const insertAccount = (id: string, due: string[]) =>
  site.query(
    `insert into sandbox_accounts (id, idempotency_key, owner, reference, currently_due)
     values ($1, $1, '1', $1, $2)`,
    [id, JSON.stringify(due)],
  );

const aPayment = (given: Partial<NewPayment>): NewPayment => ({
  id: randomUUID(),
  account: "acct_first",
  amount: 1_000,
  currency: "eur",
  fee: 50,
  lines: [{ name: "A book", amount: 1_000 }],
  orderNumber: "T-1",
  email: null,
  address: null,
  returnUrl: "http://localhost:3000/checkout/pay/a-token/return",
  notifyUrl: null,
  expiresAt: new Date(Date.now() + 3_600_000),
  allowLate: false,
  locale: null,
  ...given,
});
