import { expect, test } from "vitest";
import { paymentUrl } from "./payment-url.ts";

const payment = { provider: "stripe", account: null, providerId: "cs_1", intentId: "pi_1" } as const;

test("returns a payment's URL in the mode's dashboard, or on the sandbox's page", () => {
  expect(paymentUrl({ ...payment, mode: "live" })).toBe("https://dashboard.stripe.com/payments/pi_1");
  expect(paymentUrl({ ...payment, mode: "test" })).toBe("https://dashboard.stripe.com/test/payments/pi_1");
  expect(paymentUrl({ ...payment, mode: "sandbox" })).toBe("/sandbox/payments/cs_1");
});

test("names the seller's account in the URL of the dashboard", () => {
  const sold = { ...payment, account: "acct_1" };
  expect(paymentUrl({ ...sold, mode: "live" })).toBe("https://dashboard.stripe.com/acct_1/payments/pi_1");
  expect(paymentUrl({ ...sold, mode: "test" })).toBe(
    "https://dashboard.stripe.com/acct_1/test/payments/pi_1",
  );
});

test("returns no URL for a payment that is not at a provider", () => {
  expect(paymentUrl({ ...payment, mode: "live", intentId: null })).toBeNull();
  expect(paymentUrl({ ...payment, mode: "sandbox", providerId: null })).toBeNull();
  expect(paymentUrl({ ...payment, provider: "mock", mode: "sandbox" })).toBeNull();
  expect(paymentUrl({ ...payment, provider: "free", mode: "live" })).toBeNull();
});
