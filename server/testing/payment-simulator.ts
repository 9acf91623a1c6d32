import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { AccountMoney } from "../platform/payments/account-money.ts";
import {
  type Checkout,
  CreationFailed,
  type Payments,
  type PayoutAccount,
  ProviderUnavailable,
  type Subscription,
} from "../platform/payments/port.ts";
import { signBody, verifySignature } from "../platform/payments/stripe-signature.ts";
import type { TestApp } from "./harness.ts";
import { PRODUCT } from "./payers.ts";

const SECRET = "whsec_of_the_simulator";

/** Creates a provider whose state and events a test controls. */
export function createPaymentSimulator() {
  const subscriptions = new Map<string, Subscription>();
  const accounts = new Map<string, PayoutAccount>();
  const closed = new Set<string>();
  const checkouts = new Map<string, Checkout>();
  const byKey = new Map<string, string>();
  const references = new Map<string, string>();
  /** The idempotency keys whose creation failed. The provider repeats that response. */
  const failedKeys = new Set<string>();
  /** Every request so far, such as `readSubscription sub_1`. */
  const calls: string[] = [];
  const state = {
    /**
     * `down`: every request fails. `silent`: no request gets a response. `slow`: responses take random
     * milliseconds.
     */
    behavior: "normal" as "normal" | "down" | "silent" | "slow",
    /** Whether creations return an error. */
    failsCreations: false,
    live: false,
    /** The account that owns the keys. */
    ownAccount: {
      id: "acct_own",
      country: "DE",
      canSell: true,
      requirements: { currentlyDue: [], pastDue: [] },
      restriction: null,
    } as PayoutAccount,
    /** The balance and payouts of every account, or null if the provider reports none. */
    money: { balances: [], payouts: [] } as AccountMoney | null,
    /** Delays a response after its content is fixed. */
    delay: undefined as ((question: string) => Promise<void>) | undefined,
  };

  const ask = async <T>(question: string, response: () => T): Promise<T> => {
    calls.push(question);
    if (state.behavior === "down") throw new ProviderUnavailable("the simulator is down");
    if (state.behavior === "silent") await new Promise(() => undefined);
    const said = response();
    // The state may change while the response is in transit.
    if (state.behavior === "slow") await setTimeout(Math.random() * 20);
    await state.delay?.(question);
    return said;
  };
  /** Returns the same object for the same key, as a real provider does. */
  const once = (key: string, make: () => string) => {
    const id = byKey.get(key) ?? make();
    byKey.set(key, id);
    return id;
  };
  const found = <T>(from: Map<string, T>, id: string): T => {
    const thing = from.get(id);
    if (!thing) throw new Error(`the simulator has no ${id}`);
    return thing;
  };

  const byReference = <T>(from: Map<string, T>, reference: string) =>
    from.get(references.get(reference) ?? "");
  const rejectCreation = (key: string) => {
    if (state.failsCreations) failedKeys.add(key);
    if (failedKeys.has(key)) throw new CreationFailed("the simulator failed to create it");
  };

  const payments: Payments = {
    provider: "stripe",
    mode: "stripe",
    offers: ["connected", "own"],
    get live() {
      return state.live;
    },
    embedHosts: ["https://connect.example", "https://js.example"],
    publishableKey: "pk_test_simulator",
    authorization: null,
    sandboxHost: null,
    listUndelivered: () => ask("listUndelivered", () => []),
    listWebhookEndpoints: () => ask("listWebhookEndpoints", () => []),
    findOffer: (id) =>
      ask(`findOffer ${id}`, () =>
        id === PRODUCT
          ? { id, name: "Creator", price: { amount: 900, currency: "eur", interval: "month" } }
          : undefined,
      ),
    startCheckout: ({ idempotencyKey, reference }) =>
      ask("startCheckout", () => {
        rejectCreation(idempotencyKey);
        const id = once(idempotencyKey, () => {
          const sessionId = `cs_test_${randomUUID()}`;
          const url = `https://checkout.example/${sessionId}`;
          checkouts.set(sessionId, { sessionId, status: "open", url, subscriptionId: null });
          references.set(reference, sessionId);
          return sessionId;
        });
        return found(checkouts, id);
      }),
    findCheckout: (reference) => ask("findCheckout", () => byReference(checkouts, reference)),
    readCheckout: (id) => ask(`readCheckout ${id}`, () => checkouts.get(id)),
    expireCheckout: (id) =>
      ask(`expireCheckout ${id}`, () => {
        const checkout = found(checkouts, id);
        if (checkout.status === "open") checkouts.set(id, { ...checkout, status: "expired", url: null });
      }),
    readSubscription: (id) => ask(`readSubscription ${id}`, () => subscriptions.get(id)),
    createPortalSession: ({ customerId }) =>
      ask("createPortalSession", () => `https://billing.example/${customerId}`),
    cancelSubscription: (id) =>
      ask(`cancelSubscription ${id}`, () => {
        subscriptions.set(id, { ...found(subscriptions, id), status: "ended" });
      }),
    createAccount: ({ idempotencyKey, reference, country }) =>
      ask("createAccount", () => {
        rejectCreation(idempotencyKey);
        const id = once(idempotencyKey, () => {
          const accountId = `acct_${randomUUID()}`;
          accounts.set(accountId, {
            id: accountId,
            country,
            canSell: false,
            requirements: { currentlyDue: ["external_account"], pastDue: [] },
            restriction: null,
          });
          references.set(reference, accountId);
          return accountId;
        });
        return found(accounts, id);
      }),
    findAccount: (reference) => ask("findAccount", () => byReference(accounts, reference)),
    readOwnAccount: () => ask("readOwnAccount", () => state.ownAccount),
    readAccount: (id) => ask(`readAccount ${id}`, () => (closed.has(id) ? "closed" : accounts.get(id))),
    readMoney: (id, kind) => ask(`readMoney ${id} ${kind}`, () => state.money),
    createOnboardingLink: ({ accountId }) =>
      ask("createOnboardingLink", () => `https://connect.example/${accountId}/${randomUUID()}`),
    createEmbeddedSession: (id) => ask("createEmbeddedSession", () => `secret_of_${id}`),
    verifyEvent: (body, headers) => verifySignature({ secret: SECRET, body, now: new Date() }, headers),
  };

  return {
    payments,
    subscriptions,
    /** The accounts that were closed at the provider. */
    closed,
    accounts,
    checkouts,
    calls: calls,
    state,
    /** Returns an event as the provider sends it, with the same bytes every time. */
    event(type: string, object: object, more: { account?: string; livemode?: boolean } = {}) {
      const id = `evt_${randomUUID()}`;
      const body = Buffer.from(
        JSON.stringify({ id, object: "event", type, livemode: false, ...more, data: { object } }),
      );
      return { id, body };
    },
    /** Sends an event to a node. Returns the response. */
    send: (site: TestApp, { body }: { body: Buffer }) =>
      site.call("POST", "/api/stripe/webhook", body, {
        "content-type": "application/json",
        "stripe-signature": signBody({ secret: SECRET, body, now: new Date() }),
      }),
  };
}
