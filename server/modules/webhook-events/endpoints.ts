import { and, asc, eq, gte, isNull, lt, lte, min, or, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { DELIVERY_DAYS } from "../../../contract/rules/webhook-types.ts";
import { deleteInBatches } from "../../platform/database/in-batches.ts";
import { first, firstOrThrow, type Queries, type Transaction } from "../../platform/database/index.ts";
import { webhookDeliveries, webhookEndpoints, webhookEvents } from "./tables.ts";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
type Owned = { creatorId: number; id: string };

const owned = ({ creatorId, id }: Owned) =>
  and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.creatorId, creatorId));

export const listEndpoints = (db: Queries, creatorId: number): Promise<EndpointRow[]> =>
  db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.creatorId, creatorId))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));

export const countEndpoints = (db: Queries, creatorId: number): Promise<number> =>
  db.$count(webhookEndpoints, eq(webhookEndpoints.creatorId, creatorId));

export const findEndpoint = (db: Queries, own: Owned) =>
  db.select().from(webhookEndpoints).where(owned(own)).then(first);

export const lockEndpoint = (tx: Transaction, own: Owned) =>
  tx.select().from(webhookEndpoints).where(owned(own)).for("no key update").then(first);

export const insertEndpoint = (
  tx: Transaction,
  values: Required<
    Pick<typeof webhookEndpoints.$inferInsert, "id" | "creatorId" | "url" | "types" | "secret">
  >,
): Promise<EndpointRow> =>
  tx.insert(webhookEndpoints).values(values).returning().then(firstOrThrow("insert returned no endpoint"));

export const updateEndpoint = (
  tx: Queries,
  id: string,
  values: PgUpdateSetSource<typeof webhookEndpoints>,
): Promise<EndpointRow> =>
  tx
    .update(webhookEndpoints)
    .set(values)
    .where(eq(webhookEndpoints.id, id))
    .returning()
    .then(firstOrThrow("the endpoint was deleted"));

/** Disables an endpoint. Returns false if it is disabled already, so that its creator is emailed once. */
export async function disableEndpoint(
  tx: Transaction,
  id: string,
  reason: NonNullable<EndpointRow["disabledReason"]>,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(webhookEndpoints)
    .set({ disabledAt: sql`now()`, disabledReason: reason })
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.disabledAt)));
  return rowCount === 1;
}

export async function deleteEndpoint(db: Queries, own: Owned): Promise<boolean> {
  const { rowCount } = await db.delete(webhookEndpoints).where(owned(own));
  return rowCount === 1;
}

/** Deletes the endpoints of a user's page, with `since` only those added after that time. */
export async function removeEndpointsOf(tx: Transaction, userId: string, since?: Date): Promise<void> {
  const isOfUser = sql`${webhookEndpoints.creatorId} in (select id from creators where user_id = ${userId})`;
  await tx.delete(webhookEndpoints).where(and(isOfUser, since && gte(webhookEndpoints.createdAt, since)));
}

const isFree = or(isNull(webhookEndpoints.runningUntil), lte(webhookEndpoints.runningUntil, sql`now()`));
const MAX_RUNS_OF_CREATOR = 4;
/** Keeps a creator with many slow endpoints from taking all runs. Concurrent claims may exceed the limit a little. */
const isFair = sql`(select count(*) from webhook_endpoints other
  where other.creator_id = ${webhookEndpoints.creatorId} and other.running_until > now()) < ${MAX_RUNS_OF_CREATOR}`;
const isReady = and(
  isNull(webhookEndpoints.disabledAt),
  or(isNull(webhookEndpoints.pausedUntil), lte(webhookEndpoints.pausedUntil, sql`now()`)),
);

// Rounded to milliseconds, because a `Date` has no more, and the time is compared.
const untilIn = (seconds: number) =>
  sql`date_trunc('milliseconds', clock_timestamp() + make_interval(secs => ${seconds}))`;
/** The claim of a run: its endpoint, and the time that identifies it. */
export type Claim = Pick<EndpointRow, "id" | "runningUntil">;
const isClaimed = ({ id, runningUntil }: Claim) =>
  and(
    eq(webhookEndpoints.id, id),
    runningUntil ? eq(webhookEndpoints.runningUntil, runningUntil) : sql`false`,
  );

/** Claims an endpoint for one run. Returns undefined if it is disabled, paused or claimed by another run, or if too many of its creator are claimed. */
export const claimEndpoint = (db: Queries, id: string, seconds: number) =>
  db
    .update(webhookEndpoints)
    .set({ runningUntil: untilIn(seconds) })
    .where(and(eq(webhookEndpoints.id, id), isReady, isFree, isFair))
    .returning()
    .then(first);

/** Extends a claim. Returns the endpoint as it is now, or undefined if it was disabled or deleted, or another run has claimed it since. */
export const extendClaim = (db: Queries, claim: Claim, seconds: number) =>
  db
    .update(webhookEndpoints)
    .set({ runningUntil: untilIn(seconds) })
    .where(and(isClaimed(claim), isNull(webhookEndpoints.disabledAt)))
    .returning()
    .then(first);

export async function releaseEndpoint(db: Queries, claim: Claim): Promise<void> {
  await db.update(webhookEndpoints).set({ runningUntil: null }).where(isClaimed(claim));
}

/** Locks the endpoint of a finished attempt. Returns undefined if it was deleted. */
export const lockDelivering = (tx: Transaction, id: string) =>
  tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for("no key update").then(first);

/** Selects pending deliveries whose earlier events of the same subject are settled. */
export const isFirstOfSubject = sql`not exists (
  select from webhook_deliveries earlier
  where earlier.endpoint_id = ${webhookDeliveries.endpointId} and earlier.subject = ${webhookDeliveries.subject}
    and earlier.state = 'pending' and earlier.sequence < ${webhookDeliveries.sequence})`;

/** Returns the seconds until the next delivery to an enabled endpoint, or null without any. */
export async function findNextDelay(db: Queries, id: string): Promise<number | null> {
  const [row] = await db
    .select({
      seconds: sql<number | null>`ceil(extract(epoch from
        greatest(min(${webhookDeliveries.nextAt}), max(${webhookEndpoints.pausedUntil}), now()) - now()))::int`,
      count: sql<number>`count(*)::int`,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(
      and(
        eq(webhookDeliveries.endpointId, id),
        eq(webhookDeliveries.state, "pending"),
        isNull(webhookEndpoints.disabledAt),
        isFirstOfSubject,
      ),
    );
  return row && row.count > 0 ? (row.seconds ?? 0) : null;
}

/** Lists endpoints with due deliveries that no run has claimed. */
export async function listDueEndpoints(db: Queries, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: webhookEndpoints.id })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(
      and(
        eq(webhookDeliveries.state, "pending"),
        lte(webhookDeliveries.nextAt, sql`now()`),
        isReady,
        isFree,
        isFirstOfSubject,
      ),
    )
    .groupBy(webhookEndpoints.id)
    .orderBy(asc(min(webhookDeliveries.nextAt)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export const deleteOldEvents = (db: Queries): Promise<void> =>
  deleteInBatches(
    db,
    webhookEvents,
    sql`${webhookEvents.createdAt} < now() - make_interval(days => ${DELIVERY_DAYS})`,
  );

/** Deletes the endpoints and events of a creator in batches. As a cascade, this would be one long statement. */
export async function deleteWebhooksOf(tx: Transaction, creatorId: number): Promise<void> {
  await deleteInBatches(tx, webhookEvents, eq(webhookEvents.creatorId, creatorId));
  await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.creatorId, creatorId));
}

/** Deletes former secrets that no longer sign. */
export async function deleteFormerSecrets(db: Queries): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({ formerSecret: null, rotationUntil: null })
    .where(lt(webhookEndpoints.rotationUntil, sql`now()`));
}
