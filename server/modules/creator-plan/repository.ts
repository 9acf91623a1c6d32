import { and, eq, lt, ne, sql } from "drizzle-orm";
import { first, firstOrThrow, type Queries, type Transaction } from "../../platform/database/index.ts";
import type { Subscription } from "../../platform/payments/port.ts";
import { billingCheckouts, subscriptions } from "./tables.ts";

export type CheckoutRow = typeof billingCheckouts.$inferSelect;
type SubscriptionRow = typeof subscriptions.$inferSelect;

export async function insertCheckout(tx: Transaction, values: typeof billingCheckouts.$inferInsert) {
  return tx
    .insert(billingCheckouts)
    .values(values)
    .returning()
    .then(firstOrThrow("insert returned no checkout"));
}

export function listOpenCheckouts(db: Queries, creatorId: number): Promise<CheckoutRow[]> {
  return db
    .select()
    .from(billingCheckouts)
    .where(and(eq(billingCheckouts.creatorId, creatorId), eq(billingCheckouts.status, "open")))
    .orderBy(billingCheckouts.createdAt);
}

export const findOwnCheckout = (db: Queries, key: { creatorId: number; sessionId: string }) =>
  db
    .select()
    .from(billingCheckouts)
    .where(and(eq(billingCheckouts.sessionId, key.sessionId), eq(billingCheckouts.creatorId, key.creatorId)))
    .then(first);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns a checkout by its session, or by our reference if the session id was never received. */
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

/** Stores the session of a checkout unless it has one. Returns the row with the stored session. */
export const setSessionOnce = (db: Queries, id: string, sessionId: string) =>
  db
    .update(billingCheckouts)
    .set({ sessionId: sql`coalesce(${billingCheckouts.sessionId}, ${sessionId})` })
    .where(eq(billingCheckouts.id, id))
    .returning()
    .then(first);

/** Records that the provider rejected this attempt. Several requests with the same error count once. */
export async function setCheckoutFailed(db: Queries, { id, attempt }: Pick<CheckoutRow, "id" | "attempt">) {
  await db
    .update(billingCheckouts)
    .set({ attempt: attempt + 1 })
    .where(and(eq(billingCheckouts.id, id), eq(billingCheckouts.attempt, attempt)));
}

export async function setCheckoutStatus(db: Queries, id: string, status: CheckoutRow["status"]) {
  await db
    .update(billingCheckouts)
    .set({ status })
    .where(and(eq(billingCheckouts.id, id), ne(billingCheckouts.status, "complete")));
}

export const findSubscription = (db: Queries, id: string) =>
  db.select().from(subscriptions).where(eq(subscriptions.id, id)).then(first);

export function listSubscriptions(db: Queries, creatorId: number): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.creatorId, creatorId))
    .orderBy(subscriptions.updatedAt);
}

/** Returns subscriptions that have not ended and were not read for a day, longest unread first. */
export async function listStaleSubscriptions(db: Queries, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(ne(subscriptions.status, "ended"), lt(subscriptions.updatedAt, sql`now() - interval '1 day'`)))
    .orderBy(subscriptions.updatedAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Schedules the next read of a subscription in an hour, behind all due ones. */
export async function postponeRead(db: Queries, id: string): Promise<void> {
  await db
    .update(subscriptions)
    .set({ updatedAt: sql`now() - interval '23 hours'` })
    .where(eq(subscriptions.id, id));
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
