import type { Queries } from "../../platform/database/index.ts";
import { orderEvents } from "./detail-tables.ts";

type OrderEvent = typeof orderEvents.$inferInsert;

/** Adds to the history of an order, in the transaction of what happened. */
export async function recordEvent(
  db: Queries,
  event: Pick<OrderEvent, "orderId" | "by" | "what" | "amountCents" | "note">,
): Promise<void> {
  await db.insert(orderEvents).values(event);
}
