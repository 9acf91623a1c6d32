import { expect, test } from "vitest";
import { checkoutUrlOf, readReturn, returnUrls } from "./upgrade-return.ts";

test.for([
  ["", { state: "idle" }],
  ["?status=success&session_id=cs_1", { state: "success", sessionId: "cs_1" }],
  ["?status=success", { state: "success", sessionId: null }],
  ["?status=success&session_id=", { state: "success", sessionId: null }],
  ["?status=cancel", { state: "cancel" }],
  ["?status=cancel&session_id=cs_1", { state: "cancel" }],
  ["?status=nonsense", { state: "idle" }],
  ["?session_id=cs_1", { state: "idle" }],
] as const)("reads the query %s as %o", ([search, expected]) => {
  expect(readReturn(search)).toEqual(expected);
});

test("reads the provider's return URLs as a success with the session id, or a cancellation", () => {
  const { successUrl, cancelUrl } = returnUrls("https://tessera.example");
  const filled = new URL(successUrl.replace("{CHECKOUT_SESSION_ID}", "cs_test_1"));
  expect(filled.origin + filled.pathname).toBe("https://tessera.example/checkout/stripe");
  expect(readReturn(filled.search)).toEqual({ state: "success", sessionId: "cs_test_1" });
  expect(readReturn(new URL(cancelUrl).search)).toEqual({ state: "cancel" });
});

test.for([undefined, "", "javascript:alert(1)", "data:text/html,x", "/checkout", "checkout.stripe.com"])(
  "rejects %s as the URL of a checkout",
  (url) => {
    expect(checkoutUrlOf(url)).toBeNull();
  },
);

test("accepts an https URL as a checkout", () => {
  expect(checkoutUrlOf("https://checkout.stripe.com/c/pay/cs_1#x")).toBe(
    "https://checkout.stripe.com/c/pay/cs_1#x",
  );
});
