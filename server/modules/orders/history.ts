import { asc, eq } from "drizzle-orm";
import { firstOrThrow, type Queries } from "../../platform/database/index.ts";
import { countUse, isLasting } from "./access/repository.ts";
import type { Access } from "./access-tables.ts";
import { orderEvents } from "./detail-tables.ts";
import { errors } from "./errors.ts";
import type { OrderRow } from "./repository.ts";

const MAX_RECORDED_DOWNLOADS = 50;

type OrderEvent = typeof orderEvents.$inferInsert;

/** Adds an entry to the history of an order, in the transaction of its cause. Returns the entry's id. */
export async function recordEvent(
  db: Queries,
  event: Pick<OrderEvent, "orderId" | "by" | "what" | "amountCents" | "note">,
): Promise<number> {
  const row = await db
    .insert(orderEvents)
    .values(event)
    .returning({ id: orderEvents.id })
    .then(firstOrThrow("event was not recorded"));
  return row.id;
}

/** Records an email about an order with real money as evidence for disputes. */
export async function recordEmail(db: Queries, order: Pick<OrderRow, "id" | "mode">, email: string) {
  if (order.mode !== null)
    await recordEvent(db, { orderId: order.id, by: "system", what: "emailed", note: email });
}

export async function listEvents(db: Queries, orderId: number) {
  return db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id));
}

/**
 * Counts a download before it is sent. A part of a file counts as delivery, which ends the right of withdrawal. The first downloads of
 * a file for real money are recorded with their times, only the first, because a leaked link must not fill the history. Throws 410 if the buyer has withdrawn meanwhile.
 */
export async function recordDownload(
  db: Queries,
  { mode, access }: Pick<OrderRow, "mode"> & { access: Access },
  part: { isStart: boolean },
): Promise<void> {
  const counted = await countUse(db, access, part);
  if (!counted && !(await isLasting(db, access.id))) throw errors.accessEnded();
  if (!counted || mode === null || counted.useCount > MAX_RECORDED_DOWNLOADS) return;
  await recordEvent(db, { orderId: access.orderId, by: "buyer", what: "downloaded" });
}
