import { z } from "zod";
import { machineText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { route } from "./route.ts";

const messages = defineMessages("payment_events", { provider: "Unknown provider." });
const webhook = {
  bodyLimit: 512 * 1024,
  // A provider sends many events at once from few IPs, and retries rejected ones.
  limit: { points: 6000, seconds: 60, localPoints: 6000 },
  bodyType: "raw",
  responses: { 200: null },
  anyOrigin: true,
  errors: { 400: ["billing.bad_signature"], 404: ["not_found"] },
} as const;

export const paymentEventRoutes = {
  stripeWebhook: route("POST", "/api/stripe/webhook", "public", {
    ...webhook,
    summary: "Webhook of Stripe, by its older URL",
  }),
  webhook: route("POST", "/api/webhooks/:provider", "public", {
    ...webhook,
    params: z.object({ provider: machineText(32, messages.provider) }),
    summary: "Webhook of a payment provider",
  }),
};
