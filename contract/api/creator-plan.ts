import { z } from "zod";
import { objectBody } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { machineText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { route } from "./route.ts";

export const SubscriptionProduct = z.object({
  id: z.string(),
  name: z.string(),
  price: z.object({ amount: z.number(), currency: z.string(), interval: z.string() }),
});
export type SubscriptionProduct = z.infer<typeof SubscriptionProduct>;

/** The provider's session id. An invalid id is not found. */
const ProviderId = machineText(limits.url.max);

export const creatorPlanMessages = defineMessages("billing", {
  product: "Unable to load Stripe product.",
  returnUrl: "The return address must be one of this site.",
});
const ReturnUrl = machineText(limits.url.max, creatorPlanMessages.returnUrl).min(1);

/** The product and the return URLs, which must be pages of this site. `{CHECKOUT_SESSION_ID}` in `successUrl` is replaced. */
export const StartCheckoutInput = objectBody({
  productId: machineText(limits.providerId.max, creatorPlanMessages.product).min(1),
  successUrl: ReturnUrl,
  cancelUrl: ReturnUrl,
});
export type StartCheckoutInput = z.infer<typeof StartCheckoutInput>;

/** The state of a subscription's checkout. */
export const CheckoutStatus = z.object({ planUpdated: z.boolean(), stripeActive: z.boolean() });
export type CheckoutStatus = z.infer<typeof CheckoutStatus>;

export const creatorPlanRoutes = {
  product: route("GET", "/api/stripe/products/:productId", "creator", {
    summary: "Subscription product",
    params: z.object({ productId: ProviderId }),
    responses: { 200: z.object({ product: SubscriptionProduct }) },
    errors: {
      404: ["billing.product_unknown"],
      409: ["billing.price_differs"],
      503: ["payments.unavailable", "unavailable"],
    },
  }),
  startCheckout: route("POST", "/api/stripe/checkout/session", "creator", {
    summary: "Start a subscription checkout",
    bodyLimit: 32 * 1024,
    body: StartCheckoutInput,
    responses: { 200: z.object({ url: z.string().optional(), sessionId: z.string().optional() }) },
    example: {
      productId: "prod_123",
      successUrl: "https://shop.example.org/dashboard",
      cancelUrl: "https://shop.example.org/dashboard",
    },
    errors: {
      400: ["invalid_input", "billing.foreign_return_url"],
      403: ["accounts.unverified"],
      404: ["billing.product_unknown"],
      409: ["billing.already_active", "billing.not_sold", "billing.price_differs", "billing.unpaid"],
      503: ["payments.unavailable", "unavailable"],
    },
  }),
  portal: route("POST", "/api/stripe/portal", "creator", {
    summary: "Open the provider's page to manage the card and invoices of the subscription",
    responses: { 200: z.object({ url: z.string() }) },
    errors: {
      409: ["billing.no_invoices"],
      429: ["too_often"],
      503: ["payments.unavailable", "unavailable"],
    },
  }),
  checkoutStatus: route("GET", "/api/stripe/checkout/session/:sessionId", "creator", {
    summary: "Subscription checkout status",
    params: z.object({ sessionId: ProviderId }),
    responses: { 200: CheckoutStatus },
    errors: { 404: ["billing.checkout_unknown"], 503: ["payments.unavailable", "unavailable"] },
  }),
};
