import { expect, test } from "vitest";
import { providerAddress, readReturn, returnAddresses } from "./upgrade-return.ts";

test.for([
  ["", { state: "idle" }],
  ["?status=success&session_id=cs_1", { state: "success", sessionId: "cs_1" }],
  ["?status=success", { state: "success", sessionId: null }],
  ["?status=success&session_id=", { state: "success", sessionId: null }],
  ["?status=cancel", { state: "cancel" }],
  ["?status=cancel&session_id=cs_1", { state: "cancel" }],
  ["?status=nonsense", { state: "idle" }],
  ["?session_id=cs_1", { state: "idle" }],
] as const)("the address %s is read as %o", ([search, expected]) => {
  expect(readReturn(search)).toEqual(expected);
});

test("what is sent to the provider comes back as a success with the session's id", () => {
  const { successUrl, cancelUrl } = returnAddresses("https://tessera.example");
  const filled = new URL(successUrl.replace("{CHECKOUT_SESSION_ID}", "cs_test_1"));
  expect(filled.origin + filled.pathname).toBe("https://tessera.example/checkout/stripe");
  expect(readReturn(filled.search)).toEqual({ state: "success", sessionId: "cs_test_1" });
  expect(readReturn(new URL(cancelUrl).search)).toEqual({ state: "cancel" });
});

test.for([undefined, "", "javascript:alert(1)", "data:text/html,x", "/checkout", "checkout.stripe.com"])(
  "a browser is not sent to %s",
  (url) => {
    expect(providerAddress(url)).toBeNull();
  },
);

test("a browser is sent to the provider", () => {
  expect(providerAddress("https://checkout.stripe.com/c/pay/cs_1#x")).toBe(
    "https://checkout.stripe.com/c/pay/cs_1#x",
  );
});
