/** The events that an endpoint can subscribe to. */
export const WEBHOOK_TYPES = [
  "order.paid",
  "order.refunded",
  "order.disputed",
  "order.shipped",
  "order.withdrawn",
  "signup.confirmed",
  "signup.removed",
  "product.sold_out",
  "product.version",
  "page.updated",
] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** The event of the test button. Every endpoint receives it. */
export const TEST_EVENT = "webhook.test";
export type SentType = WebhookType | typeof TEST_EVENT;

/** Endpoints of one creator. */
export const MAX_ENDPOINTS = 20;
/** Days for which events and their deliveries are listed, and can be sent again. */
export const DELIVERY_DAYS = 30;
/** Days of failures after which an endpoint is disabled. */
export const FAILING_DAYS = 5;
/** Hours for which deliveries are also signed with the former secret. */
export const ROTATION_HOURS = 24;
/** Stored characters of a response. */
export const MAX_STORED_RESPONSE = 2_048;
/** The seconds before each attempt, by the Standard Webhooks specification. */
export const ATTEMPT_DELAYS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
