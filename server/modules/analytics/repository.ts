import { sql } from "drizzle-orm";
import {
  type Database,
  firstOrThrow,
  inTransaction,
  type Queries,
  retryCollisions,
} from "../../platform/database/index.ts";
import { type events, FILTERED, visitorSalts } from "./tables.ts";

type Row = typeof events.$inferInsert;
export type NewEvent = Required<Omit<Row, "id" | "createdAt" | "event" | "visitor" | "campaignId">> & {
  event: Row["event"] | typeof FILTERED;
  /** The visitor hash in hexadecimal. */
  visitor: string | null;
  /** The name of a campaign link. Unknown and ended links count as none. */
  campaign: string | null;
};

export type InsertResult = "stored" | "creator_unknown" | "tile_unknown";

// An event of a tile that visitors cannot open is fake, or comes from a page loaded long ago. The query reads
// creators and tiles without locks, so that inserts and deletions do not wait for each other.
const INSERT_EVENTS = `
  with input as (
    select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
      with ordinality as g (creator_id, tile_id, event, device, country, source, visitor, campaign, place)
  ), checked as materialized (
  select g.*, l.id as campaign_id, case
    when c.id is null then 'creator_unknown'
    when g.tile_id is not null and t.id is null then 'tile_unknown'
    else 'stored'
  end as verdict
  from input g
  left join creators c on c.id = g.creator_id
  left join campaign_links l on l.creator_id = g.creator_id and l.name = g.campaign and coalesce(l.ends_at > now(), true)
  left join tiles t on t.id = g.tile_id and t.creator_id = g.creator_id and t.type <> 'heading'
    and t.active and not t.hidden and coalesce(t.starts_at <= now(), true) and coalesce(t.ends_at > now(), true)
  ), stored as (
    insert into events (creator_id, tile_id, event, device, country, source, campaign_id, visitor)
    select creator_id, tile_id, event, device, country, source, campaign_id, decode(visitor, 'hex')
    from checked where verdict = 'stored' and event <> '${FILTERED}' order by place
  ), counted as (
    insert into pending_counts (creator_id, tile_id, event, device, country, source, count)
    select creator_id, tile_id, event, device, country, source, count(*)
    from checked where verdict = 'stored' group by creator_id, tile_id, event, device, country, source
  )
  select place::int, verdict from checked where verdict <> 'stored'`;

/** Stores events together with their counts in one statement. Returns the result of each. */
export async function insertEvents(db: Database, events: readonly NewEvent[]): Promise<InsertResult[]> {
  const verdicts = events.map((): InsertResult => "stored");
  // A named statement is prepared. Planning it would take longer than the insert.
  const query = {
    name: "insert_events",
    text: INSERT_EVENTS,
    values: [
      events.map((event) => event.creatorId),
      events.map((event) => event.tileId),
      events.map((event) => event.event),
      events.map((event) => event.device),
      events.map((event) => event.country),
      events.map((event) => event.source),
      events.map((event) => event.visitor),
      events.map((event) => event.campaign),
    ],
  };
  // A migration that locks several of the tables can collide with the insert.
  const { rows } = await retryCollisions(() =>
    db.$client.query<{ place: number; verdict: InsertResult }>(query),
  );
  for (const { place, verdict } of rows) verdicts[place - 1] = verdict;
  return verdicts;
}

const today = sql`(now() at time zone 'UTC')::date`;

/**
 * Returns the salt of the day by the database's clock, which all nodes share, and its remaining lifetime.
 * Inserts `fresh` if there is none yet.
 */
export async function getOrCreateSalt(db: Database, fresh: Buffer) {
  return inTransaction(db, async (tx) => {
    const added = await tx
      .insert(visitorSalts)
      .values({ day: today, salt: fresh })
      .onConflictDoNothing()
      .returning({ day: visitorSalts.day });
    if (added.length > 0) await deleteOldSalts(tx);
    return tx
      .select({
        salt: visitorSalts.salt,
        millisecondsLeft:
          sql`extract(epoch from (${today} + 1)::timestamp at time zone 'UTC' - now()) * 1000`.mapWith(
            Number,
          ),
      })
      .from(visitorSalts)
      .where(sql`${visitorSalts.day} = ${today}`)
      .then(firstOrThrow("no salt for today"));
  });
}

/**
 * Deletes the salts of past days. Yesterday's salt stays until noon, because nodes may still be storing an
 * event with it.
 */
export async function deleteOldSalts(db: Queries): Promise<void> {
  await db
    .delete(visitorSalts)
    .where(sql`${visitorSalts.day} < ((now() - interval '12 hours') at time zone 'UTC')::date`);
}
