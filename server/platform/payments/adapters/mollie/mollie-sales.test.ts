import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { CURRENCIES, CURRENCY_CODES } from "../../../../../contract/rules/currencies.ts";
import { newPayment } from "../../../../testing/sales.ts";
import { CreationFailed, ProviderUnavailable } from "../../port.ts";
import { testPaymentPage, testSales } from "../../sales.test-suite.ts";
import type { NewPayment, Sales } from "../../sales.ts";
import { type FindAccess, ownAccess } from "./mollie-access.ts";
import { mollieSales } from "./mollie-sales.ts";
import { LIVE_KEY, TEST_KEY, testMollie } from "./mollie-server.test-kit.ts";

const mollie = testMollie();

const open = ({
  apiKey = TEST_KEY,
  apiBase = mollie.url,
  publicUrl = "https://tessera.example",
} = {}): Sales =>
  mollieSales({ findAccess: ownAccess(apiKey), live: apiKey === LIVE_KEY, apiBase, publicUrl });
const start = (given: Partial<NewPayment> = {}) => open().startPayment(newPayment({ fee: 0, ...given }));
const read = (id: string) => open().readPayment({ account: null, id });
const startPaid = async (given: Partial<NewPayment> = {}) => {
  const payment = await start(given);
  await mollie.bank.pay(payment);
  return payment;
};
const refund = (paymentId: string, given: object = {}) =>
  open().refund({ account: null, paymentId, id: randomUUID(), amount: 400, reason: "requested", ...given });

describe("Mollie by the key of a profile", () => {
  const driver = () => ({
    ...mollie.bank,
    sales: open(),
    accounts: [null, null] as const,
    ...{ returnsFee: false as const, disputes: "chargebacks" as const, fee: 0 as const },
  });
  testSales(driver);
  testPaymentPage(driver);
});

describe("Mollie by an app, on accounts that creators have connected", () => {
  let organizations: [string, string];
  beforeAll(() => {
    organizations = [mollie.app.signUp(), mollie.app.signUp()];
    for (const owner of organizations) mollie.callers.set(`access_${owner}`, { owner, mode: null });
  });
  const findAccess: FindAccess = async (account) => ({
    token: `access_${account}`,
    app: { testmode: true, profileId: "pfl_theirs" },
  });
  const driver = () => ({
    ...mollie.bank,
    sales: mollieSales({
      ...{ findAccess, live: false, apiBase: mollie.url },
      publicUrl: "https://tessera.example",
    }),
    accounts: organizations,
    ...{ returnsFee: false as const, disputes: "chargebacks" as const },
  });
  testSales(driver);
  testPaymentPage(driver);
});

describe("the request for a payment", () => {
  test("has exactly the fields of a payment on Mollie's page", async () => {
    const id = randomUUID();
    await start({ id, allowLate: true, locale: "de-AT" });
    const [request] = mollie.calls;
    expect(request?.call).toBe("POST /v2/payments");
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${TEST_KEY}`, "idempotency-key": id });
    expect(request?.json).toEqual({
      amount: { currency: "EUR", value: "10.00" },
      description: expect.stringMatching(/^A book · order T-1 · [0-9A-F]{8}$/),
      redirectUrl: "http://localhost:3000/checkout/pay/a-token/return",
      cancelUrl: "http://localhost:3000/checkout/pay/a-token/return?cancelled=1",
      webhookUrl: "https://tessera.example/api/webhooks/mollie",
      metadata: { tessera_reference: id },
      locale: "de_DE",
      billingAddress: { email: "buyer@example.org" },
    });
  });

  test("names only methods whose money is certain at once, unless the seller takes others", async () => {
    await start({ allowLate: false });
    const methods = mollie.calls[0]?.json?.method;
    expect(methods).toEqual(expect.arrayContaining(["creditcard", "ideal", "paypal"]));
    for (const late of ["banktransfer", "directdebit", "trustly", "multibanco"])
      expect(methods).not.toContain(late);
  });

  test.for(["http://localhost:3000", "http://10.1.2.3:3000", "http://shop.local"])(
    "has no webhook at %s, where Mollie could not reach it",
    async (publicUrl) => {
      await open({ publicUrl }).startPayment(newPayment({ fee: 0 }));
      expect(mollie.calls[0]?.json).not.toHaveProperty("webhookUrl");
    },
  );

  const address = {
    ...{ name: "Ada Maria Buyer", line1: "Hauptstraße 1", line2: null, postalCode: "10115" },
    ...{ city: "Berlin", state: null, country: "DE" },
  };
  const street = { streetAndNumber: "Hauptstraße 1", postalCode: "10115", city: "Berlin", country: "DE" };

  test.for([
    ["Ada Maria Buyer", { givenName: "Ada", familyName: "Maria Buyer" }],
    ["J Smith", { familyName: "Smith" }],
    ["Ada B", { givenName: "Ada" }],
    ["Prince", { givenName: "Prince", familyName: "Prince" }],
    ["李 明", {}],
    ["1234 5678", {}],
  ] as const)("sends of the name %s only names that Mollie accepts", async ([name, names]) => {
    await start({ email: "ada@example.org", address: { ...address, name } });
    expect(mollie.calls[0]?.json?.shippingAddress).toEqual({
      ...names,
      ...street,
      email: "ada@example.org",
    });
  });

  test("sends an email beside an address without a postal code", async () => {
    await start({ email: "ada@example.org", address: { ...address, postalCode: "", country: "IE" } });
    expect(mollie.calls[0]?.json?.shippingAddress).toMatchObject({ email: "ada@example.org", country: "IE" });
  });

  test("ends the description with a part of the payment's id", async () => {
    const { id } = await start({ orderNumber: "", lines: [{ name: "E-book", amount: 1_000 }] });
    const sent = mollie.payments.get(id)?.request;
    expect(sent?.description).toMatch(/^E-book · [0-9A-F]{8}$/);
    const { tessera_reference: reference } = Object(sent?.metadata);
    expect(String(sent?.description)).toContain(reference.slice(0, 8).toUpperCase());
  });

  test("has bounds that leave room for its own fee and the platform's", () => {
    const sales = open();
    expect(sales.bounds("eur")?.min).toBe(CURRENCIES.eur.min);
    expect(sales.bounds("sek")?.min).toBe(313);
    expect(sales.bounds("nok")?.min).toBe(323);
  });

  test("cuts a name of 300 characters to the length that Mollie stores", async () => {
    await start({ lines: [{ name: "ä".repeat(300), amount: 1_000 }] });
    expect(String(mollie.calls[0]?.json?.description)).toHaveLength(255);
  });

  test("writes the smallest amount of each currency with its decimals", async () => {
    for (const currency of CURRENCY_CODES) {
      const amount = CURRENCIES[currency].min;
      await start({ currency, amount, lines: [{ name: "A sticker", amount }] });
      const sent = mollie.calls.at(-1)?.json?.amount;
      expect(sent).toEqual({ currency: currency.toUpperCase(), value: (amount / 100).toFixed(2) });
    }
  });
});

test("finds only payments of the key's mode", async () => {
  expect([open().mode, open({ apiKey: LIVE_KEY }).mode]).toEqual(["test", "live"]);
  const payment = await open({ apiKey: LIVE_KEY }).startPayment(newPayment({ fee: 0 }));
  expect(payment.live).toBe(true);
  expect(await read(payment.id)).toBeUndefined();
});

test("neither takes nor reads payments of a connected account without access", async () => {
  await expect(start({ account: "org_1" })).rejects.toMatchObject({ name: "SellerUnavailable" });
  const { id } = await start();
  const theirs = { account: "org_1", id };
  await expect(open().readPayment(theirs)).rejects.toMatchObject({ name: "AccountInaccessible" });
  expect(await open().closePayment(theirs)).toBe(false);
  const asked = open().refund({
    account: "org_1",
    paymentId: id,
    id: randomUUID(),
    amount: 1,
    reason: "other",
  });
  await expect(asked).rejects.toMatchObject({ name: "RefundRejected" });
});

test("does not send an id in another format than Mollie's", async () => {
  for (const id of ["", "../profiles/me", "tr_1/refunds", `tr_${"a".repeat(100)}`, "tr_%2e%2e"])
    expect(await read(id)).toBeUndefined();
  expect(mollie.calls).toEqual([]);
});

test("reports a bank transfer as processing, without a page", async () => {
  const payment = await start();
  await mollie.bank.transferLate(payment);
  expect(await read(payment.id)).toMatchObject({ status: "processing", url: null, method: "banktransfer" });
});

test("does not close a payment that Mollie cannot cancel, and keeps its page", async () => {
  mollie.paymentsState.isCancelable = false;
  const payment = await start();
  expect(await open().closePayment({ account: null, id: payment.id })).toBe(false);
  expect(mollie.calls.map(({ call }) => call)).not.toContain(`DELETE /v2/payments/${payment.id}`);
  expect(await read(payment.id)).toMatchObject({ status: "open", url: payment.url });
});

describe("a refund", () => {
  test("has its amount, our id and another key for each attempt", async () => {
    const { id } = await startPaid();
    const ours = randomUUID();
    await refund(id, { id: ours });
    const sent = mollie.calls.at(-1);
    expect(sent?.call).toBe(`POST /v2/payments/${id}/refunds`);
    expect(sent?.headers["idempotency-key"]).toBe(ours);
    expect(sent?.json).toEqual({
      amount: { currency: "EUR", value: "4.00" },
      description: `Refund ${ours}`,
      metadata: { tessera_refund: ours },
    });
    await refund(id, { attempt: 2 });
    expect(mollie.calls.at(-1)?.headers["idempotency-key"]).not.toBe(ours);
  });

  test.for([
    ["queued", "pending"],
    ["pending", "pending"],
    ["processing", "pending"],
    ["failed", "failed"],
    ["canceled", "failed"],
  ] as const)("with status %s at Mollie is read as %s", async ([theirs, ours]) => {
    mollie.paymentsState.refundStatus = theirs;
    const { id } = await startPaid();
    expect(await refund(id)).toMatchObject({ status: ours });
    expect((await read(id))?.refunds).toMatchObject([{ status: ours }]);
  });

  test("has one reason for rejection if the balance is too low, and another if it is too large", async () => {
    const { id } = await startPaid();
    mollie.paymentsState.balance = 100;
    await expect(refund(id)).rejects.toMatchObject({ reason: "balance" });
    await expect(refund(id, { amount: 1_001 })).rejects.toMatchObject({ reason: "too_much" });
  });

  test("is found again after its response was lost and Mollie has deleted the key", async () => {
    const { id } = await startPaid();
    const ours = randomUUID();
    mollie.state.behavior = "breaks after success";
    await expect(refund(id, { id: ours })).rejects.toThrow(ProviderUnavailable);
    Object.assign(mollie.state, { behavior: "normal", skew: 2 * 60 * 60 * 1000 });
    await refund(id, { id: ours });
    expect((await read(id))?.refunds).toHaveLength(1);
  });
});

describe("when Mollie fails", () => {
  test.for(["broken", "rate-limited", "empty 200"] as const)(
    "reports an unknown outcome, and makes one payment in a repeat: %s",
    async (behavior) => {
      const payment = newPayment({ fee: 0 });
      mollie.state.behavior = behavior;
      await expect(open().startPayment(payment)).rejects.toThrow(ProviderUnavailable);
      await expect(open().startPayment(payment)).rejects.not.toThrow(CreationFailed);
      mollie.state.behavior = "normal";
      const { id } = await open().startPayment(payment);
      expect((await open().startPayment(payment)).id).toBe(id);
    },
  );

  test("returns the payment of a broken response in a repeat", async () => {
    const payment = newPayment({ fee: 0 });
    const before = mollie.payments.size;
    mollie.state.behavior = "breaks after success";
    await expect(open().startPayment(payment)).rejects.toThrow(ProviderUnavailable);
    mollie.state.behavior = "normal";
    await open().startPayment(payment);
    expect(mollie.payments.size).toBe(before + 1);
  });

  test("ends the call before the request that waits for it", async () => {
    mollie.state.behavior = "silent";
    await expect(start()).rejects.toThrow(ProviderUnavailable);
  });

  test("throws ProviderUnavailable if the server is unreachable", async () => {
    const sales = open({ apiBase: "http://127.0.0.1:1" });
    await expect(sales.startPayment(newPayment({ fee: 0 }))).rejects.toThrow(ProviderUnavailable);
  });

  test("waits in a repeat while Mollie still handles the first request", async () => {
    mollie.state.delayMs = 600;
    const payment = newPayment({ fee: 0 });
    const both = await Promise.all([open().startPayment(payment), open().startPayment(payment)]);
    expect(both[0].id).toBe(both[1].id);
  });
});

describe("a refusal by Mollie", () => {
  test.for([
    [
      { status: 422, detail: "The amount is lower than the minimum", field: "amount" },
      { name: "AmountTooSmall" },
    ],
    [
      { status: 422, detail: "The application fee is too high", field: "applicationFee.amount" },
      { name: "AmountTooSmall" },
    ],
    [{ status: 422, detail: "The email is invalid", field: "billingAddress.email" }, { field: "email" }],
    [
      { status: 422, detail: "The postal code is invalid", field: "shippingAddress.postalCode" },
      { field: "address" },
    ],
    [{ status: 422, detail: "The profile is blocked", field: "profileId" }, { name: "SellerUnavailable" }],
    [{ status: 422, detail: "No suitable payment methods found" }, { name: "SellerUnavailable" }],
    [
      { status: 422, detail: "The currency is not supported by the profile", field: "amount.currency" },
      { name: "SellerUnavailable" },
    ],
    [{ status: 422, detail: "The locale is invalid", field: "locale" }, { name: "CreationFailed" }],
  ] as const)("throws for %o: %o", async ([refusal, expected]) => {
    mollie.state.refusal = refusal;
    await expect(start()).rejects.toMatchObject(expected);
  });

  test.for(["unauthorized", "forbidden"] as const)(
    "takes no payments with a key that is %s",
    async (behavior) => {
      mollie.state.behavior = behavior;
      await expect(start()).rejects.toMatchObject({ name: "SellerUnavailable" });
      await expect(read("tr_1")).rejects.toThrow(ProviderUnavailable);
    },
  );
});
