import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { newPayment } from "../../../../testing/sales.ts";
import { ProviderUnavailable } from "../../port.ts";
import { testPaymentPage, testSales } from "../../sales.test-suite.ts";
import type { NewPayment, Sales } from "../../sales.ts";
import { ACCOUNTS } from "./stripe-sales.test-kit.ts";
import { stripeSales } from "./stripe-sales.ts";
import { testStripe } from "./stripe-server.test-kit.ts";

const [ACCOUNT] = ACCOUNTS;
const stripe = testStripe();

const open = ({ apiBase = stripe.url, secretKey = "sk_test_emulated" } = {}): Sales =>
  stripeSales({ secretKey, apiBase });
const start = (given: Partial<NewPayment> = {}) =>
  open().startPayment(newPayment({ account: ACCOUNT, ...given }));
const startPaid = async (given: Partial<NewPayment> = {}) => {
  const payment = await start(given);
  await stripe.bank.pay(payment);
  return payment;
};

describe("Stripe through its own library, with connected accounts", () => {
  const driver = () => ({ ...stripe.bank, sales: open(), accounts: ACCOUNTS });
  testSales(driver);
  testPaymentPage(driver);
});

test("takes and refunds payments of the installation's own account without a platform fee", async () => {
  const payment = await startPaid({ account: null });
  const paid = await open().readPayment({ account: null, id: payment.id });
  expect(paid).toMatchObject({ status: "paid", fee: 0, feeReturned: 0, providerFee: 40 });
  await open().refund({
    account: null,
    paymentId: payment.id,
    id: randomUUID(),
    amount: 10,
    reason: "other",
  });
  expect(stripe.calls.at(-1)?.fields).not.toHaveProperty("refund_application_fee");
  expect(stripe.calls.at(-1)?.headers).not.toHaveProperty("stripe-account");
});

describe("the request for a payment", () => {
  const address = {
    name: "Ada Buyer",
    line1: "Hauptstraße 1",
    line2: null,
    postalCode: "10115",
    city: "Berlin",
    state: null,
    country: "DE",
  };

  test("has exactly the parameters of a direct charge", async () => {
    const id = randomUUID();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const lines = [
      { name: "A book", amount: 800 },
      { name: "Shipping", amount: 200 },
    ];
    await start({ id, expiresAt, lines, address, allowLate: false });
    const [request] = stripe.calls;
    expect(request?.call).toBe("POST /v1/checkout/sessions");
    expect(request?.headers).toMatchObject({
      "stripe-account": ACCOUNT,
      "idempotency-key": `pay-${id}`,
      "stripe-version": "2026-10-28.endive",
    });
    const { fields = {} } = request ?? {};
    const excluded = Object.entries(fields).filter(([name]) =>
      name.startsWith("excluded_payment_method_types"),
    );
    expect(excluded.map(([, value]) => value)).toEqual([
      ...["sepa_debit", "bacs_debit", "au_becs_debit", "acss_debit", "us_bank_account"],
      ...["nz_bank_account", "customer_balance", "multibanco", "boleto", "oxxo", "konbini"],
    ]);
    const line = (at: number, name: string, amount: string) => ({
      [`line_items[${at}][quantity]`]: "1",
      [`line_items[${at}][price_data][currency]`]: "eur",
      [`line_items[${at}][price_data][unit_amount]`]: amount,
      [`line_items[${at}][price_data][tax_behavior]`]: "inclusive",
      [`line_items[${at}][price_data][product_data][name]`]: name,
    });
    expect({ ...fields, ...Object.fromEntries(excluded.map(([name]) => [name, undefined])) }).toEqual({
      mode: "payment",
      locale: "auto",
      ...line(0, "A book", "800"),
      ...line(1, "Shipping", "200"),
      client_reference_id: id,
      "metadata[tessera_reference]": id,
      "payment_intent_data[metadata][tessera_reference]": id,
      "payment_intent_data[description]": "A book · order T-1",
      "payment_intent_data[application_fee_amount]": "50",
      "payment_intent_data[shipping][name]": "Ada Buyer",
      "payment_intent_data[shipping][address][line1]": "Hauptstraße 1",
      "payment_intent_data[shipping][address][city]": "Berlin",
      "payment_intent_data[shipping][address][postal_code]": "10115",
      "payment_intent_data[shipping][address][country]": "DE",
      customer_email: "buyer@example.org",
      customer_creation: "if_required",
      submit_type: "pay",
      "adaptive_pricing[enabled]": "false",
      expires_at: String(Math.floor(expiresAt.getTime() / 1000)),
      success_url: "http://localhost:3000/checkout/pay/a-token/return",
      cancel_url: "http://localhost:3000/checkout/pay/a-token/return?cancelled=1",
    });
  });

  test("sends no account header and no fee for the installation's own account", async () => {
    await start({ account: null, email: null, locale: "de" });
    const [request] = stripe.calls;
    expect(request?.headers).not.toHaveProperty("stripe-account");
    for (const name of ["payment_intent_data[application_fee_amount]", "customer_email"]) {
      expect(request?.fields).not.toHaveProperty([name]);
    }
    expect(request?.fields).toMatchObject({ locale: "de" });
  });

  test("excludes no payment method if late ones are allowed", async () => {
    await start({ allowLate: true });
    expect(Object.keys(stripe.calls[0]?.fields ?? {}).join()).not.toContain("excluded_payment_method_types");
  });

  test("omits empty parts of the address, which Stripe rejects", async () => {
    await start({ address: { ...address, postalCode: "", state: "", line2: "", country: "HK" } });
    const sent = Object.keys(stripe.calls[0]?.fields ?? {}).filter((name) => name.includes("[address]"));
    expect(sent.map((name) => name.split("[").at(-1))).toEqual(["line1]", "city]", "country]"]);
  });

  test("sends only parameters that Stripe's types allow, in every request", async () => {
    const payment = await startPaid({
      address: { ...address, line2: "2. OG", state: "Berlin" },
      allowLate: false,
    });
    await stripe.bank.dispute(payment);
    await open().readPayment({ account: ACCOUNT, id: payment.id });
    await stripe.bank.endDispute(payment, "won");
    const given = { account: ACCOUNT, paymentId: payment.id, amount: 10 };
    for (const reason of ["requested", "duplicate", "fraud", "withdrawal", "other"] as const) {
      await open().refund({ ...given, id: randomUUID(), reason });
    }
    stripe.state.creation = { status: 500, error: { type: "api_error", message: "broken" } };
    await start().catch(() => undefined);
    expect(new Set(stripe.calls.map(({ call }) => call.replace(payment.id, "{id}")))).toEqual(
      new Set([
        "POST /v1/checkout/sessions",
        "GET /v1/checkout/sessions",
        "GET /v1/checkout/sessions/{id}",
        "POST /v1/refunds",
        "GET /v1/disputes",
      ]),
    );
    expect(stripe.refused).toEqual([]);
  });
});

/** Stripe's actual error messages, word for word. */
const NO_METHODS =
  "No valid payment method types for this Checkout Session. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard (https://dashboard.stripe.com/settings/payment_methods).";
const NO_NAME =
  "In order to use Checkout, you must set an account or business name at https://dashboard.stripe.com/account.";

describe("a payment whose creation Stripe rejects", () => {
  const reject = (
    status: number,
    error: { type?: string; code?: string; message?: string; param?: string },
  ) => {
    stripe.state.creation = { status, error: { type: "invalid_request_error", message: "no", ...error } };
  };

  test.for([
    [403, { code: "account_invalid" }, "SellerUnavailable"],
    [400, { code: "capability_not_active" }, "SellerUnavailable"],
    [400, { message: "Your account cannot currently make live charges." }, "SellerUnavailable"],
    [400, { message: NO_METHODS }, "SellerUnavailable"],
    [400, { message: NO_NAME }, "SellerUnavailable"],
    [403, { message: NO_METHODS }, "SellerUnavailable"],
    // The error names no parameter, so the cause is the account.
    [400, { message: "A rule that did not exist before." }, "SellerUnavailable"],
    [400, { code: "amount_too_small" }, "AmountTooSmall"],
    [400, { code: "email_invalid", param: "customer_email" }, "BuyerInputRejected"],
    [400, { param: "payment_intent_data[shipping][address][postal_code]" }, "BuyerInputRejected"],
    [400, { code: "parameter_unknown", param: "mode" }, "CreationFailed"],
    [400, { type: "idempotency_error" }, "CreationFailed"],
    [500, {}, "CreationFailed"],
    [429, {}, "ProviderUnavailable"],
    [401, {}, "ProviderUnavailable"],
  ] as const)("throws for status %i and error %j: %s", async ([status, error, name]) => {
    reject(status, error);
    await expect(start()).rejects.toMatchObject({ name });
  });

  test("returns a payment that Stripe created despite its error response", async () => {
    const id = randomUUID();
    stripe.state.creation = { status: 500, error: { type: "api_error", message: "broken" }, made: true };
    expect(await start({ id })).toMatchObject({ reference: id, status: "open" });
  });

  test("returns the first payment for a repeated id with other parameters", async () => {
    const payment = newPayment({ account: ACCOUNT });
    const first = await open().startPayment(payment);
    const again = await open().startPayment({
      ...payment,
      amount: 2_000,
      lines: [{ name: "B", amount: 2_000 }],
    });
    expect(again).toMatchObject({ id: first.id, amount: 1_000 });
  });
});

describe("a payment that is read from Stripe", () => {
  test("has Stripe's own fee, the method and the buyer's country", async () => {
    const { id } = await startPaid();
    expect(await open().readPayment({ account: ACCOUNT, id })).toMatchObject({
      intent: expect.stringMatching(/^pi_/),
      providerFee: 40,
      method: "card",
      country: "DE",
    });
    expect(stripe.calls.at(-1)?.fields).toEqual({
      "expand[0]": "payment_intent.latest_charge.refunds",
      "expand[1]": "payment_intent.latest_charge.balance_transaction",
      "expand[2]": "payment_intent.latest_charge.application_fee",
    });
  });

  test.each([400, 403, 404] as const)(
    "has a returned fee of null if Stripe responds %i to its expansion",
    async (status) => {
      const { id } = await startPaid();
      stripe.state.feeExpansion = status;
      const read = await open().readPayment({ account: ACCOUNT, id });
      expect(read).toMatchObject({ status: "paid", fee: 50, feeReturned: null, providerFee: 40 });
    },
  );

  test("takes the arrival of the money as the time of payment", async () => {
    const payment = await start({ allowLate: true });
    await stripe.bank.payLate(payment);
    await stripe.bank.settle(payment, "paid");
    const read = await open().readPayment({ account: ACCOUNT, id: payment.id });
    const { created, arrived } = stripe.chargeOf(payment.id);
    expect(read?.paidAt?.getTime()).toBe(arrived * 1000);
    expect(arrived - created).toBeGreaterThan(3600);
  });

  test("has all refunds, even if the charge lists only ten", async () => {
    const payment = await startPaid();
    for (let count = 0; count < 12; count++) await stripe.bank.refundOutside(payment, 10);
    expect((await open().readPayment({ account: ACCOUNT, id: payment.id }))?.refunds).toHaveLength(12);
  });

  test("has a link to its dispute", async () => {
    const payment = await startPaid();
    await stripe.bank.dispute(payment);
    const [dispute] = (await open().readPayment({ account: ACCOUNT, id: payment.id }))?.disputes ?? [];
    expect(dispute?.url).toBe(`https://dashboard.stripe.com/${ACCOUNT}/test/disputes/${dispute?.id}`);
  });
});

test("finds a refund by its id instead of creating it again", async () => {
  const payment = await startPaid();
  const refund = { account: ACCOUNT, paymentId: payment.id, id: randomUUID(), amount: 100 };
  const made = await open().refund({ ...refund, reason: "requested" });
  expect(stripe.calls.at(-1)).toMatchObject({
    call: "POST /v1/refunds",
    headers: { "idempotency-key": refund.id, "stripe-account": ACCOUNT },
    fields: {
      amount: "100",
      reason: "requested_by_customer",
      refund_application_fee: "true",
      "metadata[tessera_refund]": refund.id,
    },
  });
  expect(await open().refund({ ...refund, reason: "requested" })).toEqual(made);
  expect(stripe.calls.filter(({ call }) => call === "POST /v1/refunds")).toHaveLength(1);
});

describe("a refund that a balance does not cover", () => {
  const posts = () => stripe.calls.filter(({ call }) => call.startsWith("POST") && call.includes("refunds"));

  test("is rejected with reason balance, with a new idempotency key for each attempt", async () => {
    const payment = await startPaid();
    stripe.setEmptyBalance("seller");
    const refund = { account: ACCOUNT, paymentId: payment.id, id: randomUUID(), amount: 100 };
    for (const attempt of [0, 1]) {
      await expect(open().refund({ ...refund, reason: "other", attempt })).rejects.toMatchObject({
        name: "RefundRejected",
        reason: "balance",
      });
    }
    stripe.setEmptyBalance(null);
    const made = await open().refund({ ...refund, reason: "other", attempt: 2, withoutFee: true });
    expect(made).toMatchObject({ amount: 100, ours: refund.id });
    expect(posts().map(({ headers }) => headers["idempotency-key"])).toEqual([
      refund.id,
      `${refund.id}-1`,
      `${refund.id}-2`,
    ]);
    expect(posts().at(-1)?.fields).not.toHaveProperty("refund_application_fee");
  });

  test("can be made without returning the fee, which is returned once later", async () => {
    const payment = await startPaid();
    const ref = { account: ACCOUNT, paymentId: payment.id, id: randomUUID() };
    stripe.setEmptyBalance("platform");
    const refund = { ...ref, amount: 400, reason: "other" } as const;
    await expect(open().refund(refund)).rejects.toMatchObject({ reason: "balance" });
    await open().refund({ ...refund, attempt: 1, withoutFee: true });
    await expect(open().returnFee({ ...ref, attempt: 1 })).rejects.toMatchObject({ reason: "balance" });
    stripe.setEmptyBalance(null);
    await stripe.bank.refundOutside(payment, 100);
    for (let again = 0; again < 2; again++) await open().returnFee({ ...ref, attempt: 2 });
    expect((await open().readPayment({ account: ACCOUNT, id: payment.id }))?.feeReturned).toBe(20);
    const [, ...returned] = posts().filter(({ call }) => call.includes("application_fees"));
    expect(returned).toHaveLength(1);
    expect(returned[0]?.headers).not.toHaveProperty("stripe-account");
    expect(returned[0]?.fields).toEqual({ amount: "20", "metadata[tessera_refund]": ref.id });
  });

  test("returns the whole fee once all parts of the payment are refunded, to the cent", async () => {
    const payment = await startPaid();
    const ref = { account: ACCOUNT, paymentId: payment.id };
    const feeReturned = async () =>
      (await open().readPayment({ account: ACCOUNT, id: payment.id }))?.feeReturned;
    const returned: unknown[] = [];
    for (const amount of [333, 333, 334]) {
      const id = randomUUID();
      await open().refund({ ...ref, id, amount, reason: "other", withoutFee: true });
      await open().returnFee({ ...ref, id });
      await open().returnFee({ ...ref, id, attempt: 1 });
      returned.push(await feeReturned());
    }
    expect(returned).toEqual([16, 32, 50]);
  });
});

test("uses live mode with a live key", () => {
  expect(open().mode).toBe("test");
  expect(open({ secretKey: "rk_live_1" }).mode).toBe("live");
});

test("throws ProviderUnavailable if Stripe is unreachable", async () => {
  const sales = open({ apiBase: "http://127.0.0.1:9" });
  const ref = { account: ACCOUNT, id: "cs_test_1" };
  const refund = { account: ACCOUNT, paymentId: "cs_test_1", id: randomUUID(), amount: 1 };
  for (const request of [
    () => sales.startPayment(newPayment({ account: ACCOUNT })),
    () => sales.readPayment(ref),
    () => sales.closePayment(ref),
    () => sales.refund({ ...refund, reason: "other" }),
  ]) {
    await expect(request()).rejects.toMatchObject({ name: "ProviderUnavailable" });
    await expect(request()).rejects.toThrow(ProviderUnavailable);
  }
});
