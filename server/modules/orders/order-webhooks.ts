import { paths } from "../../../contract/rules/paths.ts";
import type { WebhookType } from "../../../contract/rules/webhook-types.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { recordWebhook } from "../webhook-events/index.ts";
import type { OrderDeps } from "./deps.ts";
import type { OrderRow } from "./repository.ts";

type OrderWebhook = {
  order: OrderRow;
  type: Extract<WebhookType, `order.${string}`>;
  /** Identifies the change of the order, for changes that occur more than once. */
  change?: string | number;
  /** Details of the change. */
  data?: Readonly<Record<string, unknown>>;
};

/** Records an event of an order for its creator's programs. It has ids and amounts; programs read the rest by the API. */
export async function recordOrderWebhook(
  tx: Transaction,
  { jobs, publicUrl }: Pick<OrderDeps, "jobs" | "publicUrl">,
  { order, type, change = "", data = {} }: OrderWebhook,
): Promise<void> {
  const { id, creatorId } = order;
  // The creator was deleted.
  if (creatorId === null) return;
  await recordWebhook(tx, jobs, {
    creatorId,
    type,
    subject: `order ${id}`,
    cause: [type, id, change].join(" ").trim(),
    data: {
      order_id: id,
      number: order.number,
      /** Null for an order without money. */
      mode: order.mode,
      amount_cents: order.amountCents,
      currency: order.currency,
      product_ids: [...new Set(order.lines.flatMap(({ productId }) => productId ?? []))],
      api_url: `${publicUrl}/api/orders/${id}`,
      url: `${publicUrl}${paths.creatorOrder(id)}`,
      ...data,
    },
  });
}
