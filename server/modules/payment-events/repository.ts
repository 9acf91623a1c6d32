import { and, eq, lt, or, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database/in-batches.ts";
import { firstOrThrow, type Queries, type Transaction } from "../../platform/database/index.ts";
import type { PaymentEvent } from "../../platform/payments/port.ts";
import { paymentEvents } from "./tables.ts";

/** Inserts an event. Returns false if it is already stored. */
export async function insertEvent(tx: Transaction, event: PaymentEvent): Promise<boolean> {
  const inserted = await tx
    .insert(paymentEvents)
    .values(valuesOf(event))
    .onConflictDoNothing({ target: paymentEvents.id })
    .returning({ id: paymentEvents.id });
  return inserted.length > 0;
}

/** Inserts an event, or marks the stored one as unhandled. Returns its time of receipt. */
export async function renewEvent(tx: Transaction, event: PaymentEvent): Promise<Date> {
  const receivedAt = sql`date_trunc('milliseconds', clock_timestamp())`;
  const row = await tx
    .insert(paymentEvents)
    .values({ ...valuesOf(event), receivedAt })
    .onConflictDoUpdate({ target: paymentEvents.id, set: { receivedAt, handledAt: null, error: null } })
    .returning({ receivedAt: paymentEvents.receivedAt })
    .then(firstOrThrow("the event was not stored"));
  return row.receivedAt;
}

function valuesOf({ id, provider, type, live, resource }: PaymentEvent) {
  return {
    id,
    provider,
    type,
    live,
    resource: resource?.kind ?? ("nothing" as const),
    resourceId: resource?.id ?? null,
    deauthorized: resource?.kind === "account" && resource.deauthorized,
    account: resource?.kind === "payment" ? resource.account : null,
    intent: resource?.kind === "payment" ? resource.intent : null,
    reference: resource?.kind === "checkout" || resource?.kind === "payment" ? resource.reference : null,
  };
}

/** Returns the fields that are needed to handle an event, or undefined if it is handled or unknown. */
export async function findUnhandledEvent(
  db: Queries,
  id: string,
): Promise<(Omit<PaymentEvent, "id" | "type"> & { receivedAt: Date }) | undefined> {
  const [row] = await db.select().from(paymentEvents).where(eq(paymentEvents.id, id));
  if (!row || row.handledAt !== null) return undefined;
  return { provider: row.provider, resource: resourceOf(row), live: row.live, receivedAt: row.receivedAt };
}

function resourceOf(row: typeof paymentEvents.$inferSelect): PaymentEvent["resource"] {
  const { resource: kind, resourceId: id, account, intent, reference } = row;
  if (kind === "payment") return { kind, account, id, intent, reference };
  if (id === null || kind === "nothing") return null;
  if (kind === "checkout") return { kind, id, reference };
  if (kind === "subscription") return { kind, id };
  return { kind, id, deauthorized: row.deauthorized };
}

/** Marks an event as handled, unless it was received again after `receivedAt`: its resource may have changed since it was read. */
export async function setEventHandled(
  db: Queries,
  { eventId, receivedAt }: { eventId: string; receivedAt: Date },
): Promise<void> {
  const isSame = sql`date_trunc('milliseconds', ${paymentEvents.receivedAt}) = ${receivedAt.toISOString()}::timestamptz`;
  await db
    .update(paymentEvents)
    .set({ handledAt: sql`now()`, error: null })
    .where(and(eq(paymentEvents.id, eventId), isSame));
}

export async function setEventError(db: Queries, id: string, error: string): Promise<void> {
  await db
    .update(paymentEvents)
    .set({ error: error.slice(0, 1000) })
    .where(eq(paymentEvents.id, id));
}

/** Returns the seconds since the last event, or undefined if none is stored. */
export async function readLastEventAge(db: Queries): Promise<number | undefined> {
  const { receivedAt } = paymentEvents;
  const [row] = await db
    .select({ age: sql<number | null>`extract(epoch from now() - max(${receivedAt}))::float8` })
    .from(paymentEvents);
  return row?.age ?? undefined;
}

/**
 * Deletes events after a month.
 * By then the provider does not resend them.
 * Events that failed permanently are not needed either, because each subscription is read again every day.
 */
export async function deleteOldEvents(db: Queries): Promise<void> {
  const monthAgo = sql`now() - interval '30 days'`;
  await deleteInBatches(
    db,
    paymentEvents,
    or(lt(paymentEvents.handledAt, monthAgo), lt(paymentEvents.receivedAt, monthAgo)),
  );
}
