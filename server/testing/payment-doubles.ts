import { randomUUID } from "node:crypto";
import { APP } from "../platform/payments/adapters/mollie/mollie-app.test-kit.ts";
import { startMollie, TEST_KEY } from "../platform/payments/adapters/mollie/mollie-server.test-kit.ts";
import { startStripe } from "../platform/payments/adapters/stripe/stripe-server.test-kit.ts";
import { signBody } from "../platform/payments/stripe-signature.ts";
import type { HttpClient } from "./http-client.ts";

/** A payment in the provider's own records. */
type Taken = { currency: string; amountCents: number; feeCents: number };

/** A payment provider on this machine, for products in other processes. */
export type PaymentDouble = {
  provider: "stripe" | "mollie";
  /** The environment variables with which a product uses it. */
  variables: Record<string, string>;
  /** Opens an account that takes payments and connects it to a creator's page. */
  connect(creator: HttpClient): Promise<void>;
  /** The URL of the payment pages. Appending an id gives the page of that payment. */
  pages: string;
  pay(id: string): Promise<void>;
  /** Lets an unpaid payment expire. */
  expire(id: string): Promise<void>;
  /** Returns the notification about a payment, with the same bytes every time. */
  noticeOf(id: string): { path: string; body: string; headers: () => Record<string, string> };
  /** Returns a received payment, or null while it is unpaid. */
  findTaken(id: string): Taken | null;
  /** Returns the fee that the provider reports for a payment of this amount, or null if it reports no fees. */
  feeOf(amountCents: number): number | null;
  /** The requests that the provider has refused. */
  refused: readonly string[];
  close(): Promise<void>;
};

const CONNECT_SECRET = "whsec_of_connected_accounts";

async function openStripe(): Promise<PaymentDouble> {
  const stripe = await startStripe();
  const accounts: string[] = [];
  return {
    provider: "stripe",
    variables: {
      STRIPE_SECRET_KEY: "sk_test_emulated",
      STRIPE_WEBHOOK_SECRET: "whsec_of_the_own_account",
      STRIPE_CONNECT_WEBHOOK_SECRET: CONNECT_SECRET,
      STRIPE_API_BASE: stripe.url,
    },
    async connect(creator) {
      const { accountId } = await creator.postForJson<{ accountId: string }>("/api/connect/onboard", {
        country: "DE",
      });
      accounts.push(accountId);
      stripe.v2.complete(accountId);
      await creator.getJson("/api/connect/status");
    },
    pages: `${stripe.emulatorUrl}/checkout/`,
    pay: (id) => stripe.bank.pay({ id }),
    expire: (id) => stripe.bank.expire({ id }),
    noticeOf(id) {
      const isPaid = stripe.findCharge(id) !== undefined;
      const body = JSON.stringify({
        ...{ id: `evt_${randomUUID()}`, object: "event", livemode: false, account: accounts[0] },
        type: `checkout.session.${isPaid ? "completed" : "expired"}`,
        data: { object: { id, object: "checkout.session", mode: "payment" } },
      });
      const headers = () => ({
        "content-type": "application/json",
        "stripe-signature": signBody({ secret: CONNECT_SECRET, body: Buffer.from(body), now: new Date() }),
      });
      return { path: "/api/stripe/webhook", body, headers };
    },
    findTaken(id) {
      const charge = stripe.findCharge(id);
      return charge ? { currency: charge.currency, amountCents: charge.amount, feeCents: charge.fee } : null;
    },
    feeOf: (amountCents) => Math.round(amountCents * 0.015) + 25,
    refused: stripe.refused,
    close: stripe.close,
  };
}

async function openMollie(): Promise<PaymentDouble> {
  const mollie = await startMollie();
  const centsOf = (money: { value: string }) => Math.round(Number(money.value) * 100);
  return {
    provider: "mollie",
    variables: {
      MOLLIE_API_BASE: mollie.url,
      MOLLIE_API_KEY: TEST_KEY,
      MOLLIE_CLIENT_ID: APP.clientId,
      MOLLIE_CLIENT_SECRET: APP.clientSecret,
    },
    async connect(creator) {
      mollie.app.state.merchant = mollie.app.signUp();
      const { onboardingUrl } = await creator.postForJson<{ onboardingUrl: string }>("/api/connect/onboard", {
        provider: "mollie",
      });
      const allowed = await fetch(onboardingUrl, { redirect: "manual" });
      const { pathname, search } = new URL(allowed.headers.get("location") ?? "");
      const back = new URL((await creator.get(pathname + search)).url);
      if (back.search !== "?onboarding=return") throw new Error(`not connected: ${back}`);
    },
    pages: `${mollie.url}/checkout/`,
    pay: (id) => mollie.bank.pay({ id }),
    expire: (id) => mollie.bank.expire({ id }),
    noticeOf: (id) => ({
      path: "/api/webhooks/mollie",
      body: new URLSearchParams({ id }).toString(),
      headers: () => ({ "content-type": "application/x-www-form-urlencoded" }),
    }),
    findTaken(id) {
      const payment = mollie.payments.get(id);
      if (payment?.status !== "paid") return null;
      const fee = payment.request.applicationFee as { amount: { value: string } } | undefined;
      return {
        currency: payment.amount.currency.toLowerCase(),
        amountCents: centsOf(payment.amount),
        feeCents: fee ? centsOf(fee.amount) : 0,
      };
    },
    feeOf: () => null,
    refused: mollie.refused,
    close: mollie.close,
  };
}

export const openPaymentDouble = { stripe: openStripe, mollie: openMollie };
