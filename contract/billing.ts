import { z } from "zod";
import { limits } from "./limits.ts";
import { route } from "./route.ts";

export const SubscriptionProduct = z.object({
  id: z.string(),
  name: z.string(),
  price: z.object({ amount: z.number(), currency: z.string(), interval: z.string() }),
});
export type SubscriptionProduct = z.infer<typeof SubscriptionProduct>;

const ProviderId = z.string().min(1).max(255);

export const billingRoutes = {
  product: route({
    method: "GET",
    path: "/api/stripe/products/:productId",
    access: "creator",
    summary: "The subscription on offer",
    params: z.object({ productId: ProviderId }),
    answers: { 200: z.object({ product: SubscriptionProduct }) },
  }),
  startCheckout: route({
    method: "POST",
    path: "/api/stripe/checkout/session",
    access: "creator",
    summary: "Start the subscription's checkout",
    body: z.object({
      productId: ProviderId,
      successUrl: z.string().min(1).max(limits.url.max),
      cancelUrl: z.string().min(1).max(limits.url.max),
    }),
    answers: { 200: z.object({ url: z.string().optional(), sessionId: z.string() }) },
  }),
  checkoutStatus: route({
    method: "GET",
    path: "/api/stripe/checkout/session/:sessionId",
    access: "creator",
    summary: "What came of a subscription's checkout",
    params: z.object({ sessionId: ProviderId }),
    answers: { 200: z.object({ planUpdated: z.boolean(), stripeActive: z.boolean() }) },
  }),
  webhook: route({
    method: "POST",
    path: "/api/stripe/webhook",
    access: "public",
    summary: "Events of the payment provider",
    bodyType: "raw",
    answers: { 200: null },
    anyOrigin: true,
  }),
};
