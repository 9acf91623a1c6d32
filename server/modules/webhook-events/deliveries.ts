import { and, asc, desc, eq, getTableColumns, lte, sql } from "drizzle-orm";
import { anyOf } from "../../platform/database/any-of.ts";
import { first, type Queries, type Transaction } from "../../platform/database/index.ts";
import { isFirstOfSubject } from "./endpoints.ts";
import { webhookAttempts, webhookDeliveries, webhookEvents } from "./tables.ts";

const shown = {
  id: webhookDeliveries.id,
  endpointId: webhookDeliveries.endpointId,
  eventId: webhookDeliveries.eventId,
  type: webhookEvents.type,
  payload: webhookEvents.payload,
  state: webhookDeliveries.state,
  attempts: webhookDeliveries.attempts,
  nextAt: webhookDeliveries.nextAt,
  createdAt: webhookEvents.createdAt,
};

const select = (db: Queries) =>
  db
    .select(shown)
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .$dynamic();

export type DeliveryRow = Awaited<ReturnType<typeof select>>[number];

/** Returns the next due delivery to an endpoint. */
export const findDueDelivery = (db: Queries, endpointId: string): Promise<DeliveryRow | undefined> =>
  select(db)
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.state, "pending"),
        lte(webhookDeliveries.nextAt, sql`now()`),
        isFirstOfSubject,
      ),
    )
    .orderBy(asc(webhookDeliveries.sequence))
    .limit(1)
    .then(first);

/** Lists the deliveries to an endpoint, newest first. */
export async function listDeliveries(
  db: Queries,
  { endpointId, limit, offset }: { endpointId: string; limit: number; offset: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const isOwn = eq(webhookDeliveries.endpointId, endpointId);
  const rows = await select(db)
    .where(isOwn)
    .orderBy(desc(webhookDeliveries.sequence))
    .limit(limit)
    .offset(offset);
  return { rows, total: await db.$count(webhookDeliveries, isOwn) };
}

export const findDelivery = (db: Queries, { endpointId, id }: { endpointId: string; id: string }) =>
  select(db)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.endpointId, endpointId)))
    .then(first);

type AttemptRow = typeof webhookAttempts.$inferSelect;

const MAX_SHOWN_ATTEMPTS = 10;

/** Returns the latest ten attempts of each delivery, newest first. Only the latest one has its response, so that a page of the log stays small. */
export async function listAttempts(db: Queries, deliveryIds: readonly string[]): Promise<AttemptRow[]> {
  if (deliveryIds.length === 0) return [];
  const age = sql<number>`row_number() over (partition by ${webhookAttempts.deliveryId} order by ${webhookAttempts.id} desc)`;
  const ranked = db.$with("ranked").as(
    db
      .select({ ...getTableColumns(webhookAttempts), age: age.as("age") })
      .from(webhookAttempts)
      .where(anyOf(webhookAttempts.deliveryId, deliveryIds)),
  );
  const rows = await db
    .with(ranked)
    .select()
    .from(ranked)
    .where(lte(ranked.age, MAX_SHOWN_ATTEMPTS))
    .orderBy(desc(ranked.id));
  return rows.map(({ age: place, ...row }) => ({
    ...row,
    response: Number(place) === 1 ? row.response : null,
  }));
}

export async function insertAttempt(
  tx: Transaction,
  attempt: Omit<typeof webhookAttempts.$inferInsert, "at">,
): Promise<void> {
  await tx.insert(webhookAttempts).values(attempt);
}

/** Records the result of an attempt. `delaySeconds` is the time until the next one. Returns false if the delivery was deleted. */
export async function updateDelivery(
  tx: Transaction,
  id: string,
  { state, delaySeconds = 0 }: Pick<DeliveryRow, "state"> & { delaySeconds?: number },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(webhookDeliveries)
    .set({
      state,
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      nextAt: sql`now() + make_interval(secs => ${delaySeconds})`,
    })
    .where(eq(webhookDeliveries.id, id));
  return rowCount === 1;
}

/** Makes all pending deliveries of an endpoint that were tried before due now. */
export async function restartDeliveries(tx: Transaction, endpointId: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ nextAt: sql`least(${webhookDeliveries.nextAt}, now())` })
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.state, "pending"),
        sql`${webhookDeliveries.attempts} > 0`,
      ),
    );
}

/** Makes all failed deliveries of an endpoint pending again, with all attempts. */
export async function restartFailed(tx: Transaction, endpointId: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: "pending", attempts: 0, nextAt: sql`now()` })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.state, "failed")));
}

/** Sends an event again, with all attempts. */
export async function restartDelivery(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: "pending", attempts: 0, nextAt: sql`now()` })
    .where(eq(webhookDeliveries.id, id));
}
