import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Payments } from "./port.ts";
import { signBody } from "./stripe-signature.ts";

type Provider = {
  payments: Payments;
  productId: string;
  webhookSecret: string;
  /** Pays for the product and returns the subscription's id. */
  subscribe(): Promise<string>;
};

/** The tests of every payment provider. */
export function testPayments(open: () => Provider): void {
  const start = (idempotencyKey: string = randomUUID(), reference: string = randomUUID()) => {
    const { payments, productId } = open();
    return payments.startCheckout({
      owner: "1",
      reference,
      customerId: null,
      email: "anna@example.org",
      productId,
      successUrl: "http://localhost:3000/checkout/stripe?status=success&session_id={CHECKOUT_SESSION_ID}",
      cancelUrl: "http://localhost:3000/checkout/stripe?status=cancel",
      idempotencyKey,
    });
  };
  const createAccount = (idempotencyKey: string = randomUUID(), reference: string = randomUUID()) =>
    open().payments.createAccount({
      owner: "1",
      reference,
      email: "anna@example.org",
      displayName: "Anna",
      pageUrl: "http://localhost:3000/@anna",
      country: "DE",
      idempotencyKey,
    });

  test("returns the name and price of a product", async () => {
    const { payments, productId } = open();
    expect(await payments.findOffer(productId)).toEqual({
      id: productId,
      name: "Tessera Creator",
      price: { amount: 900, currency: "eur", interval: "month" },
    });
    expect(await payments.findOffer("prod_unknown")).toBeUndefined();
  });

  test("creates an open checkout, which is found by the session's id", async () => {
    const { payments } = open();
    const checkout = await start();
    expect(checkout).toEqual({
      sessionId: expect.stringMatching(/^cs_/),
      status: "open",
      url: expect.stringMatching(/^http:\/\//),
      subscriptionId: null,
    });
    expect(await payments.readCheckout(checkout.sessionId)).toEqual(checkout);
    expect(await payments.readCheckout("cs_unknown")).toBeUndefined();
  });

  test("returns the same checkout for the same idempotency key, and a new one for another key", async () => {
    const first = await start("key-1", "one");
    expect(await start("key-1", "one")).toEqual(first);
    expect((await start("key-2")).sessionId).not.toBe(first.sessionId);
  });

  test("finds a checkout and an account by their reference", async () => {
    const { payments } = open();
    const since = new Date();
    const [checkout, account] = [
      await start("found-1", "a-checkout"),
      await createAccount("found-2", "an-account"),
    ];
    await start();
    await createAccount();
    expect(await payments.findCheckout("a-checkout", since)).toEqual(checkout);
    expect(await payments.findAccount("an-account", since)).toEqual(account);
    expect(await payments.findCheckout("unknown", since)).toBeUndefined();
    expect(await payments.findAccount("unknown", since)).toBeUndefined();
  });

  test("returns the products of a subscription", async () => {
    const { payments, productId, subscribe } = open();
    const id = await subscribe();
    expect(await payments.readSubscription(id)).toMatchObject({
      id,
      status: "active",
      productIds: [productId],
    });
  });

  test("expires a checkout, and ignores another expiry", async () => {
    const { payments } = open();
    const { sessionId } = await start();
    await payments.expireCheckout(sessionId);
    await payments.expireCheckout(sessionId);
    await payments.expireCheckout("cs_unknown");
    expect(await payments.readCheckout(sessionId)).toMatchObject({ status: "expired", url: null });
  });

  test("returns undefined for an unknown subscription, and ignores its cancellation", async () => {
    const { payments } = open();
    expect(await payments.readSubscription("sub_unknown")).toBeUndefined();
    await payments.cancelSubscription("sub_unknown");
  });

  test("creates an account with open requirements", async () => {
    const { payments } = open();
    const account = await createAccount();
    expect(account.requirements.currentlyDue).toContain("external_account");
    expect(account.requirements.pastDue).toEqual([]);
    expect(account).toMatchObject({ country: "DE", canSell: false });
    expect(await payments.readAccount(account.id)).toEqual(account);
    expect(await payments.readAccount("acct_unknown")).toBeUndefined();
  });

  test("returns the same account for the same idempotency key, and a new one for another key", async () => {
    const { id } = await createAccount("account-1", "one");
    expect((await createAccount("account-1", "one")).id).toBe(id);
    expect((await createAccount()).id).not.toBe(id);
  });

  test("returns a new onboarding link each time", async () => {
    const { payments } = open();
    const linkRequest = {
      accountId: (await createAccount()).id,
      kind: "connected" as const,
      returnUrl: "http://localhost:3000/a",
      refreshUrl: "http://localhost:3000/b",
      ready: false,
    };
    const link = await payments.createOnboardingLink(linkRequest);
    expect(link).toMatch(/^https?:\/\//);
    expect(await payments.createOnboardingLink(linkRequest)).not.toBe(link);
  });

  test("accepts only an unchanged body with a recent signature as an event", () => {
    const { payments, webhookSecret: secret } = open();
    const body = Buffer.from(
      JSON.stringify({
        id: "evt_1",
        type: "invoice.paid",
        livemode: false,
        data: { object: { id: "in_1", subscription: "sub_1" } },
      }),
    );
    const { verifyEvent } = payments;
    if (!verifyEvent) throw new Error("no secret");
    const verify = (bytes: Buffer, signature: string | undefined) =>
      verifyEvent(bytes, { "stripe-signature": signature });
    const now = new Date();
    expect(verify(body, signBody({ secret, body, now }))).toEqual({
      provider: "stripe",
      id: "evt_1",
      type: "invoice.paid",
      live: false,
      resource: { kind: "subscription", id: "sub_1" },
    });
    const old = new Date(now.getTime() - 301_000);
    expect(verify(body, signBody({ secret, body, now: old }))).toBe("expired");
    expect(verify(body, signBody({ secret: "whsec_other", body, now: old }))).toBeUndefined();
    expect(verify(body, signBody({ secret: "whsec_other", body, now }))).toBeUndefined();
    expect(verify(Buffer.from(`${body} `), signBody({ secret, body, now }))).toBeUndefined();
    for (const header of [undefined, "", "t=1", "v1=aa", "nonsense"])
      expect(verify(body, header)).toBeUndefined();
  });
}
