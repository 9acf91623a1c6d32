import { expect, test } from "vitest";
import { redirectBySession, type StripeJs } from "./stripe-js.ts";

const session = { sessionId: "cs_1", publishableKey: "pk_1" };
const stripeReturning =
  (redirect: () => Promise<{ error?: { message?: string } }>) => async (): Promise<StripeJs> => () => ({
    redirectToCheckout: redirect,
  });

test("the library is given the key and the session", async () => {
  const calls: unknown[] = [];
  const load = async (): Promise<StripeJs> => (key) => ({
    redirectToCheckout: async (options) => {
      calls.push(key, options);
      return {};
    },
  });
  await redirectBySession({ ...session, load });
  expect(calls).toEqual(["pk_1", { sessionId: "cs_1" }]);
});

test("without a key the library is not even loaded", async () => {
  const load = () => Promise.reject(new Error("loaded"));
  await expect(redirectBySession({ ...session, publishableKey: null, load })).rejects.toThrow(
    "Stripe session missing redirect URL.",
  );
});

test("a library that cannot be loaded is reported", async () => {
  await expect(redirectBySession({ ...session, load: async () => undefined })).rejects.toThrow(
    "Stripe.js failed to load.",
  );
});

test("the library's error is reported, or that the redirect failed", async () => {
  const says = stripeReturning(async () => ({ error: { message: "No such session." } }));
  await expect(redirectBySession({ ...session, load: says })).rejects.toThrow("No such session.");
  for (const fails of [
    stripeReturning(async () => ({ error: {} })),
    stripeReturning(() => Promise.reject(new Error("x"))),
  ]) {
    await expect(redirectBySession({ ...session, load: fails })).rejects.toThrow("Stripe redirect failed.");
  }
});
