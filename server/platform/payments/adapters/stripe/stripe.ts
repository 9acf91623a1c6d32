import type { Clock } from "../../../clock/index.ts";
import { isLiveKey } from "../../live-key.ts";
import { type Payments, ProviderUnavailable } from "../../port.ts";
import { parseEvent, REFERENCE } from "../../stripe-event.ts";
import { signatureIn, TOLERANCE_SECONDS, verifySignature } from "../../stripe-signature.ts";
import { OWNER, stripeAccounts } from "./stripe-accounts.ts";
import { createStripeClient } from "./stripe-client.ts";
import { listWebhookEndpoints } from "./stripe-endpoints.ts";
import {
  createdAround,
  findListed,
  idOf,
  intervalOf,
  isUnknownCustomer,
  orCreationFailed,
  priceOf,
  productsOf,
  statusOf,
  toCheckout,
  undefinedIfInvalid,
  undefinedIfNotFound,
  unwrap,
} from "./stripe-responses.ts";

export type StripeSettings = {
  secretKey: string;
  publishableKey: string | null;
  /** Several when events of payout accounts are sent to a separate endpoint. */
  webhookSecrets: string[];
  apiBase: string | undefined;
};

/** Matches the types of events that are stored when they arrive. */
const STORED = /^(checkout\.session\.(completed|expired)|customer\.subscription\.(created|updated|deleted))$/;

/** Creates the Stripe provider. `apiBase` is the URL of a compatible server. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: an adapter is one object whose methods share its client
export function stripePayments(settings: StripeSettings, { clock }: { clock: Clock }): Payments {
  const stripe = createStripeClient(settings);

  return {
    provider: "stripe",
    mode: "stripe",
    offers: ["connected", "own"],
    live: isLiveKey(settings.secretKey),
    embedHosts: ["https://connect-js.stripe.com", "https://js.stripe.com"],
    publishableKey: settings.publishableKey,
    authorization: null,
    sandboxHost: null,

    async findOffer(productId) {
      const found = await undefinedIfNotFound(
        stripe.products.retrieve(productId, { expand: ["default_price"] }),
      );
      const price = found && (await priceOf(stripe, found));
      if (!found || price?.unit_amount == null) return undefined;
      const { unit_amount: amount, currency } = price;
      return {
        id: found.id,
        name: found.name,
        price: { amount, currency, interval: intervalOf(price) },
      };
    },

    async startCheckout({ owner, reference, customerId, email, idempotencyKey, ...checkout }) {
      const { productId, successUrl, cancelUrl } = checkout;
      const product = await unwrap(stripe.products.retrieve(productId, { expand: ["default_price"] }));
      const price = await priceOf(stripe, product);
      if (!price) throw new ProviderUnavailable(`the product ${productId} has no price`);
      const metadata = { [REFERENCE]: reference, [OWNER]: owner };
      const create = (who: { customer: string } | { customer_email: string }, key: string) =>
        orCreationFailed(
          stripe.checkout.sessions.create(
            {
              mode: "subscription",
              line_items: [{ price: price.id, quantity: 1 }],
              success_url: successUrl,
              cancel_url: cancelUrl,
              client_reference_id: reference,
              metadata,
              subscription_data: { metadata },
              ...who,
            },
            { idempotencyKey: key },
          ),
        );
      const byEmail = () => create({ customer_email: email }, `${idempotencyKey}-by-email`);
      if (!customerId) return toCheckout(await byEmail());
      const session = await create({ customer: customerId }, idempotencyKey).catch((error: unknown) => {
        if (isUnknownCustomer(error)) return byEmail();
        throw error;
      });
      return toCheckout(session);
    },

    async findCheckout(reference, startedAfter) {
      const created = createdAround(startedAfter);
      const session = await findListed(
        stripe.checkout.sessions.list({ created, limit: 100 }),
        ({ metadata }) => metadata?.[REFERENCE] === reference,
      );
      return session && toCheckout(session);
    },

    async readCheckout(sessionId) {
      const session = await undefinedIfNotFound(stripe.checkout.sessions.retrieve(sessionId));
      return session && toCheckout(session);
    },

    async expireCheckout(sessionId) {
      await undefinedIfInvalid(stripe.checkout.sessions.expire(sessionId));
    },

    async readSubscription(id) {
      const found = await undefinedIfNotFound(stripe.subscriptions.retrieve(id));
      if (!found) return undefined;
      const customerId = idOf(found.customer);
      return {
        id: found.id,
        status: statusOf(found.status),
        customerId,
        reference: found.metadata?.[REFERENCE] ?? null,
        productIds: await productsOf(stripe, found),
      };
    },

    async createPortalSession({ customerId, returnUrl }) {
      const session = await unwrap(
        stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
      ).catch((error: unknown) => {
        if (isUnknownCustomer(error)) return undefined;
        throw error;
      });
      return session?.url;
    },

    async cancelSubscription(id) {
      await undefinedIfInvalid(stripe.subscriptions.cancel(id));
    },

    ...stripeAccounts(stripe, { live: isLiveKey(settings.secretKey) }),

    listWebhookEndpoints: () => listWebhookEndpoints(stripe),

    async listUndelivered(since) {
      const { data } = await unwrap(
        stripe.events.list({
          delivery_success: false,
          created: { gte: Math.floor(since.getTime() / 1000) },
          limit: 100,
        }),
      );
      return data
        .filter(({ type }) => STORED.test(type))
        .map(({ id, type, created }) => ({ id, type, createdAt: new Date(created * 1000) }));
    },

    verifyEvent:
      settings.webhookSecrets.length === 0
        ? null
        : (body, headers) => {
            const now = clock.now();
            const isGenuine = settings.webhookSecrets.some((secret) => {
              try {
                const time = now.getTime();
                // Thin events have the same signature, but the function for whole events rejects them.
                return stripe.webhooks.signature?.verifyHeader(
                  body,
                  signatureIn(headers) ?? "",
                  secret,
                  TOLERANCE_SECONDS,
                  undefined,
                  time,
                );
              } catch {
                return false;
              }
            });
            if (isGenuine) return parseEvent(body);
            // The library throws the same error for an expired and a forged signature.
            const isExpired = (secret: string) =>
              verifySignature({ secret, body, now }, headers) === "expired";
            return settings.webhookSecrets.some(isExpired) ? "expired" : undefined;
          },
  };
}
