import { and, eq, lt, ne, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { DEAUTHORIZED } from "../../platform/payments/event.ts";
import type { PaymentEvent, Subscription } from "../../platform/payments/port.ts";
import { billingCheckouts, paymentEvents, subscriptions } from "./tables.ts";

export type CheckoutRow = typeof billingCheckouts.$inferSelect;
type SubscriptionRow = typeof subscriptions.$inferSelect;

export async function insertCheckout(
  tx: Transaction,
  values: typeof billingCheckouts.$inferInsert,
): Promise<CheckoutRow> {
  const [row] = await tx.insert(billingCheckouts).values(values).returning();
  if (!row) throw new Error("insert returned no checkout");
  return row;
}

export function listOpenCheckouts(db: Queries, creatorId: number): Promise<CheckoutRow[]> {
  return db
    .select()
    .from(billingCheckouts)
    .where(and(eq(billingCheckouts.creatorId, creatorId), eq(billingCheckouts.status, "open")))
    .orderBy(billingCheckouts.createdAt);
}

export async function findOwnCheckout(
  db: Queries,
  key: { creatorId: number; sessionId: string },
): Promise<CheckoutRow | undefined> {
  const [row] = await db
    .select()
    .from(billingCheckouts)
    .where(and(eq(billingCheckouts.sessionId, key.sessionId), eq(billingCheckouts.creatorId, key.creatorId)));
  return row;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns a checkout by its session, or by our reference when the session id was never received. */
export async function findCheckout(
  db: Queries,
  { sessionId, reference }: { sessionId?: string; reference: string | null },
): Promise<CheckoutRow | undefined> {
  if (sessionId) {
    const [row] = await db.select().from(billingCheckouts).where(eq(billingCheckouts.sessionId, sessionId));
    if (row) return row;
  }
  if (!reference || !UUID.test(reference)) return undefined;
  const [row] = await db.select().from(billingCheckouts).where(eq(billingCheckouts.id, reference));
  return row;
}

/** Stores the session of a checkout unless it has one, and returns the row with the session that applies. */
export async function setSessionOnce(
  db: Queries,
  id: string,
  sessionId: string,
): Promise<CheckoutRow | undefined> {
  const [row] = await db
    .update(billingCheckouts)
    .set({ sessionId: sql`coalesce(${billingCheckouts.sessionId}, ${sessionId})` })
    .where(eq(billingCheckouts.id, id))
    .returning();
  return row;
}

/** Records that the provider rejected this attempt. Several requests with the same error count once. */
export async function setCheckoutFailed(
  db: Queries,
  { id, attempt }: Pick<CheckoutRow, "id" | "attempt">,
): Promise<void> {
  await db
    .update(billingCheckouts)
    .set({ attempt: attempt + 1 })
    .where(and(eq(billingCheckouts.id, id), eq(billingCheckouts.attempt, attempt)));
}

export async function setCheckoutStatus(
  db: Queries,
  id: string,
  status: CheckoutRow["status"],
): Promise<void> {
  await db
    .update(billingCheckouts)
    .set({ status })
    .where(and(eq(billingCheckouts.id, id), ne(billingCheckouts.status, "complete")));
}

export async function findSubscription(db: Queries, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row;
}

export function listSubscriptions(db: Queries, creatorId: number): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.creatorId, creatorId))
    .orderBy(subscriptions.updatedAt);
}

/** Returns subscriptions that have not ended and were not read for a day, the longest unread first. */
export async function listStaleSubscriptions(db: Queries, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(ne(subscriptions.status, "ended"), lt(subscriptions.updatedAt, sql`now() - interval '1 day'`)))
    .orderBy(subscriptions.updatedAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function findCreatorOfCustomer(db: Queries, customerId: string): Promise<number | undefined> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.customerId, customerId))
    .limit(1);
  return row?.creatorId;
}

/** Saves the state that the provider returned. */
export async function saveSubscription(
  tx: Transaction,
  { id, status, customerId }: Subscription,
  creatorId: number,
): Promise<void> {
  await tx
    .insert(subscriptions)
    .values({ id, creatorId, customerId, status, revision: 1 })
    .onConflictDoUpdate({
      target: subscriptions.id,
      set: { customerId, status, revision: sql`${subscriptions.revision} + 1`, updatedAt: sql`now()` },
    });
}

/** Inserts an event and returns false when it is already stored. */
export async function insertEvent(
  tx: Transaction,
  { id, type, live, resource }: PaymentEvent,
): Promise<boolean> {
  const inserted = await tx
    .insert(paymentEvents)
    .values({
      id,
      type,
      live,
      resource: resource?.kind ?? "nothing",
      resourceId: resource?.id ?? null,
      account: resource?.kind === "payment" ? resource.account : null,
      intent: resource?.kind === "payment" ? resource.intent : null,
      reference: resource?.kind === "checkout" || resource?.kind === "payment" ? resource.reference : null,
    })
    .onConflictDoNothing({ target: paymentEvents.id })
    .returning({ id: paymentEvents.id });
  return inserted.length > 0;
}

/** Returns the resource of a stored event that is not handled yet. */
export async function findWaitingEvent(
  db: Queries,
  id: string,
): Promise<Pick<PaymentEvent, "resource" | "live"> | undefined> {
  const [row] = await db.select().from(paymentEvents).where(eq(paymentEvents.id, id));
  if (!row || row.handledAt !== null) return undefined;
  return { resource: resourceOf(row), live: row.live };
}

function resourceOf(row: typeof paymentEvents.$inferSelect): PaymentEvent["resource"] {
  const { resource: kind, resourceId: id, account, intent, reference, type } = row;
  if (kind === "payment") return { kind, provider: "stripe", account, id, intent, reference };
  if (id === null || kind === "nothing") return null;
  if (kind === "checkout") return { kind, id, reference };
  if (kind === "subscription") return { kind, id };
  return { kind, id, deauthorized: type === DEAUTHORIZED };
}

export async function setEventHandled(db: Queries, id: string): Promise<void> {
  await db.update(paymentEvents).set({ handledAt: sql`now()`, error: null }).where(eq(paymentEvents.id, id));
}

export async function setEventError(db: Queries, id: string, error: string): Promise<void> {
  await db
    .update(paymentEvents)
    .set({ error: error.slice(0, 1000) })
    .where(eq(paymentEvents.id, id));
}

/** Deletes events after a month. By then the provider does not resend them. Events that failed permanently are not needed either, because each subscription is read again every day. */
export async function deleteOldEvents(db: Queries): Promise<void> {
  const monthAgo = sql`now() - interval '30 days'`;
  await db
    .delete(paymentEvents)
    .where(or(lt(paymentEvents.handledAt, monthAgo), lt(paymentEvents.receivedAt, monthAgo)));
}
