import { expect, test } from "vitest";
import { paymentUrl } from "./payment-url.ts";

const payment = { provider: "stripe", account: null, providerId: "cs_1", intentId: "pi_1" } as const;

test("a seller finds a payment in the mode's dashboard, or on the sandbox's page", () => {
  expect(paymentUrl({ ...payment, mode: "live" })).toBe("https://dashboard.stripe.com/payments/pi_1");
  expect(paymentUrl({ ...payment, mode: "test" })).toBe("https://dashboard.stripe.com/test/payments/pi_1");
  expect(paymentUrl({ ...payment, mode: "sandbox" })).toBe("/sandbox/payments/cs_1");
});

test("the dashboard of the seller's account opens, whichever is selected there", () => {
  const sold = { ...payment, account: "acct_1" };
  expect(paymentUrl({ ...sold, mode: "live" })).toBe("https://dashboard.stripe.com/acct_1/payments/pi_1");
  expect(paymentUrl({ ...sold, mode: "test" })).toBe(
    "https://dashboard.stripe.com/acct_1/test/payments/pi_1",
  );
});

test("a payment that is not at a provider has no URL", () => {
  expect(paymentUrl({ ...payment, mode: "live", intentId: null })).toBeNull();
  expect(paymentUrl({ ...payment, mode: "sandbox", providerId: null })).toBeNull();
  expect(paymentUrl({ ...payment, provider: "mock", mode: "sandbox" })).toBeNull();
  expect(paymentUrl({ ...payment, provider: "free", mode: "live" })).toBeNull();
});
