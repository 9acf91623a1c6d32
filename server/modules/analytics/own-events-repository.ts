import { lt, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import type { NewEvent } from "./repository.ts";
import { recordedEvents } from "./tables.ts";

/** What the server itself has observed. */
export type OwnEvent = Pick<NewEvent, "creatorId" | "tileId" | "device" | "country" | "source"> & {
  event: "purchase" | "signup";
};

/** Returns the tile of an event, unless it is deleted, being deleted, or another creator's. */
const tileOf = ({ tileId, creatorId }: OwnEvent) =>
  sql`(select id from tiles where id = ${tileId} and creator_id = ${creatorId} for key share skip locked)`;

/** Stores an event that the server itself observed, and its count, in the caller's transaction. */
export async function insertOwnEvent(tx: Transaction, own: OwnEvent): Promise<void> {
  const { creatorId, event, device, country, source } = own;
  await tx.execute(sql`
    with stored as (
      insert into events (creator_id, tile_id, event, device, country, source)
      values (${creatorId}, ${tileOf(own)}, ${event}, ${device}, ${country}, ${source})
      returning creator_id, tile_id, event, device, country, source
    )
    insert into pending_counts (creator_id, tile_id, event, device, country, source)
    select * from stored`);
}

/** Returns the time of an event that the server itself observed, and its tile, for a job that stores it. */
export async function describeOwnEvent(tx: Transaction, own: OwnEvent) {
  const { rows } = await tx.execute<{ happenedAt: string; tileId: number | null }>(
    sql`select now()::text as "happenedAt", ${tileOf(own)} as "tileId"`,
  );
  const [row] = rows;
  if (!row) throw new Error("the database has no time");
  return row;
}

/** Stores an event that the server itself has observed before, and its count, once however often it is called for the same cause. */
export async function insertRecordedEvent(
  db: Queries,
  { cause, happenedAt, ...own }: OwnEvent & { cause: string; happenedAt: string },
): Promise<void> {
  const { creatorId, tileId, event, device, country, source } = own;
  // The hours before are counted for the funnel, whose purchases are read from the orders.
  const earliest = event === "signup" ? sql`date_trunc('hour', now() - interval '5 minutes')` : sql`null`;
  await db.execute(sql`
    with fresh as (
      insert into recorded_events (cause, happened_at)
      values (${cause}, least(greatest(${happenedAt}::timestamptz, ${earliest}), now()))
      on conflict do nothing returning happened_at
    ), stored as (
      insert into events (creator_id, tile_id, event, device, country, source, created_at)
      select ${creatorId}::bigint, ${tileId}::bigint, ${event}::text, ${device}::text, ${country}::text, ${source}::text, happened_at from fresh
      returning creator_id, tile_id, event, device, country, source, created_at
    )
    insert into pending_counts (creator_id, tile_id, event, device, country, source, created_at)
    select * from stored`);
}

/** A job that failed for good can be retried for 30 days. */
const RECORDED_DAYS = 60;

/** Forgets causes of events that no job can have any more. */
export async function deleteOldRecords(db: Queries): Promise<void> {
  await db
    .delete(recordedEvents)
    .where(lt(recordedEvents.recordedAt, sql`now() - make_interval(days => ${RECORDED_DAYS})`));
}
