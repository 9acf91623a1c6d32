import type { WebhookDelivery, WebhookEndpoint } from "../../../../contract/api/webhooks.ts";
import { type SentType, TEST_EVENT } from "../../../../contract/rules/webhook-types.ts";
import { t } from "../../../../contract/texts.ts";
import type { BadgeTone } from "../../../ui/badge.tsx";

export const TYPE_TEXTS: Record<SentType, string> = {
  "order.paid": t("An order is paid"),
  "order.refunded": t("An order is refunded, also in part"),
  "order.disputed": t("A payment is disputed, or the dispute is decided"),
  "order.shipped": t("Goods are shipped"),
  "order.withdrawn": t("A buyer withdraws from an order"),
  "signup.confirmed": t("Somebody joins your audience"),
  "signup.removed": t("Somebody leaves your audience"),
  "product.sold_out": t("A product is sold out"),
  "product.version": t("A product has a new version"),
  "page.updated": t("Your page has changed"),
  [TEST_EVENT]: t("Test event"),
};

type State = { text: string; tone: BadgeTone };

/** Returns the state of an endpoint that its creator should see, or null if all is well. */
export function stateOf({ disabled, failing_since }: WebhookEndpoint): State | null {
  if (disabled === "off") return { text: t("Turned off"), tone: "neutral" };
  if (disabled === "gone") return { text: t("Disabled: answered 410"), tone: "bad" };
  if (disabled === "failing") return { text: t("Disabled after failures"), tone: "bad" };
  return failing_since ? { text: t("Failing"), tone: "warn" } : null;
}

export const DELIVERY_STATES: Record<WebhookDelivery["state"], State> = {
  delivered: { text: t("Delivered"), tone: "good" },
  pending: { text: t("Waiting"), tone: "warn" },
  failed: { text: t("Failed"), tone: "bad" },
};
