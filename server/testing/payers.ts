import { ACCOUNTS } from "../platform/payments/adapters/stripe/stripe-sales.test-kit.ts";
import { signUpVerified, submitForm, type TestUser } from "./factories.ts";
import type { TestApp } from "./harness.ts";

/** The product of the Creator plan in tests. */
export const PRODUCT = "prod_test";
const SETTINGS = "http://localhost:3000/checkout/stripe";
export const returnUrls = {
  successUrl: `${SETTINGS}?status=success&session_id={CHECKOUT_SESSION_ID}`,
  cancelUrl: `${SETTINGS}?status=cancel`,
};

export const startCheckout = (user: TestUser, given: object = {}) =>
  user.call("POST", "/api/stripe/checkout/session", { productId: PRODUCT, ...returnUrls, ...given });

/** Submits one of the sandbox's forms as a browser does. */
export const submit = (user: TestUser, url: string, fields: Record<string, string>) =>
  submitForm(user, new URL(url).pathname, fields);

/** Subscribes in the sandbox and waits until its events have taken effect. */
export async function subscribe(site: TestApp, user: TestUser): Promise<string> {
  const { status, body, text } = await startCheckout(user);
  if (status !== 200) throw new Error(`no checkout: ${text}`);
  await submit(user, body.url, { action: "succeed" });
  await site.settled();
  return body.sessionId;
}

/** Completes the first steps of the sandbox's onboarding, all three by default. */
export async function onboard(site: TestApp, user: TestUser, { steps = 3 } = {}): Promise<string> {
  const { status, body, text } = await user.call("POST", "/api/connect/onboard", {});
  if (status !== 200) throw new Error(`no onboarding: ${text}`);
  for (let step = 0; step < steps; step++) {
    await submit(user, body.onboardingUrl, { action: "answer", step: String(step) });
  }
  await site.settled();
  return body.onboardingUrl;
}

export const readMe = async (user: TestUser) => (await user.call("GET", "/api/creators/me")).body.creator;

/** Registers a creator who sells in the sandbox, where no money moves. */
export async function signUpSeller(site: TestApp): Promise<TestUser> {
  const user = await signUpVerified(site);
  await onboard(site, user);
  const { handle, displayName } = user;
  const saved = await user.call("POST", "/api/creators/me", {
    handle,
    displayName,
    paymentProvider: "stripe",
  });
  if (saved.status !== 200) throw new Error(`no provider: ${saved.text}`);
  return user;
}

/** Registers a creator with an account that takes payments at the tests' Stripe. */
export async function signUpConnected(site: TestApp): Promise<TestUser> {
  const user = await signUpVerified(site);
  await site.sql`insert into connect_accounts (creator_id, mode, kind, account_id, can_sell)
     values (${user.creator.id}, 'test', 'connected', ${ACCOUNTS[0]}, true)`;
  await site.sql`update creators set payment_provider = 'stripe' where id = ${user.creator.id}`;
  await saveSeller(user);
  return user;
}

/** Saves seller details of a business. */
export async function saveSeller(user: TestUser): Promise<void> {
  const saved = await user.call("POST", "/api/seller", {
    legalName: "Anna Weber",
    address: "Hauptstraße 1, 10115 Berlin",
    country: "DE",
    email: "shop@anna.example",
    isTrader: true,
  });
  if (saved.status !== 200) throw new Error(`no seller: ${saved.text}`);
}

/** Lets a seller's buyers pay by slow methods. */
export const acceptLatePayments = (site: TestApp, { creator }: TestUser) =>
  site.sql`update creators set delayed_payments_enabled = true where id = ${creator.id}`;

/** Starts a checkout of a tile with payment at the provider. Returns its token. */
export async function startPaid(site: TestApp, tileId: number): Promise<string> {
  const { status, body, text } = await site.call("POST", "/api/public/checkout", { tileId });
  if (status !== 201 || body.mock) throw new Error(`no checkout: ${text}`);
  return body.mockCheckoutUrl.replace("/checkout/pay/", "");
}

/** Presses a button on the sandbox's page of a payment. */
export const atSandbox = (site: TestApp, url: string, action: string) =>
  submitForm(site, new URL(url).pathname, { action });

/** Presses a button on the sandbox's page of a payment and waits until its events have taken effect. */
export async function completeAtSandbox(site: TestApp, url: string, action: string): Promise<void> {
  await atSandbox(site, url, action);
  await site.settled();
}

export const BUYER_EMAIL = "buyer@example.org";

/** Returns a visitor's actions in a checkout of €25.00, and reads the stored order with the columns of its line. */
export function buyerOf(siteOf: () => TestApp) {
  const byToken = (select: string, token: string) =>
    siteOf().query(`${select} where o.checkout_token_hash = $1`, [siteOf().tokens.hash(token)]);
  return {
    pay: (token: string, given: object = {}, node = siteOf()) =>
      node.call("POST", `/api/public/checkout/${token}/pay`, {
        email: BUYER_EMAIL,
        totalCents: 2500,
        ...given,
      }),
    show: async (token: string, query = "") =>
      (await siteOf().call("GET", `/api/public/checkout/${token}${query}`)).body,
    /** Follows the provider's redirect back to the site. Returns the final URL. */
    back: async (token: string): Promise<URL> => {
      const { status, headers } = await siteOf().call("GET", `/checkout/pay/${token}/return`);
      if (status !== 303) throw new Error(`no return: ${status}`);
      return new URL(String(headers.location), "http://localhost:3000");
    },
    rowOf: async (token: string) =>
      (await byToken("select l.*, o.* from order_lines l join orders o on o.id = l.order_id", token))[0],
    paymentsOf: async (token: string) =>
      (await byToken("select p.* from orders o join order_payments p on p.order_id = o.id", token)).toSorted(
        (a, b) => a.created_at - b.created_at,
      ),
  };
}
