import type { WebhookDelivery, WebhookEndpoint } from "../../../../contract/api/webhooks.ts";
import { type SentType, TEST_EVENT } from "../../../../contract/rules/webhook-types.ts";
import type { BadgeTone } from "../../../ui/badge.tsx";

export const TYPE_TEXTS: Record<SentType, string> = {
  "order.paid": "An order is paid",
  "order.refunded": "An order is refunded, also in part",
  "order.disputed": "A payment is disputed, or the dispute is decided",
  "order.shipped": "Goods are shipped",
  "order.withdrawn": "A buyer withdraws from an order",
  "signup.confirmed": "Somebody joins your audience",
  "signup.removed": "Somebody leaves your audience",
  "product.sold_out": "A product is sold out",
  "product.version": "A product has a new version",
  "page.updated": "Your page has changed",
  [TEST_EVENT]: "Test event",
};

type State = { text: string; tone: BadgeTone };

/** Returns the state of an endpoint that its creator should see, or null if all is well. */
export function stateOf({ disabled, failing_since }: WebhookEndpoint): State | null {
  if (disabled === "off") return { text: "Turned off", tone: "neutral" };
  if (disabled === "gone") return { text: "Disabled: answered 410", tone: "bad" };
  if (disabled === "failing") return { text: "Disabled after failures", tone: "bad" };
  return failing_since ? { text: "Failing", tone: "warn" } : null;
}

export const DELIVERY_STATES: Record<WebhookDelivery["state"], State> = {
  delivered: { text: "Delivered", tone: "good" },
  pending: { text: "Waiting", tone: "warn" },
  failed: { text: "Failed", tone: "bad" },
};
