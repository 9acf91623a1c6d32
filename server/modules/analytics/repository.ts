import { sql } from "drizzle-orm";
import { brokenConstraint } from "../../platform/database/errors.ts";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { creators } from "../creators/index.ts";
import { tiles } from "../tiles/index.ts";
import { events, visitorSalts } from "./tables.ts";

export type NewEvent = Required<Omit<typeof events.$inferInsert, "id" | "createdAt">>;

/** What became of an event. */
export type Verdict = "stored" | "creator_unknown" | "tile_unknown";

/** Stores events, and says of each what became of it: one statement however many they are. */
export async function insertEvents(db: Database, given: readonly NewEvent[]): Promise<Verdict[]> {
  try {
    return await checkAndInsert(db, given);
  } catch (error) {
    // A creator or tile was deleted between check and insert; the second check sees that.
    const constraint = brokenConstraint(error);
    if (constraint !== "events_creator_id_creators_id_fk" && constraint !== "events_tile_id_tiles_id_fk") {
      throw error;
    }
    return checkAndInsert(db, given);
  }
}

async function checkAndInsert(db: Database, given: readonly NewEvent[]): Promise<Verdict[]> {
  const column = <K extends keyof NewEvent>(key: K) => sql.param(given.map((event) => event[key]));
  const { rows } = await db.execute<{ verdict: Verdict }>(sql`
    with given as (
      select * from unnest(
        ${column("creatorId")}::bigint[], ${column("tileId")}::bigint[], ${column("event")}::text[],
        ${column("device")}::text[], ${column("country")}::text[], ${column("source")}::text[],
        ${column("visitor")}::bytea[]
      ) with ordinality as g (creator_id, tile_id, event, device, country, source, visitor, place)
    ), checked as (
      select g.*, case
        when c.id is null then 'creator_unknown'
        when g.tile_id is not null and t.id is null then 'tile_unknown'
        else 'stored'
      end as verdict
      from given g
      left join ${creators} c on c.id = g.creator_id
      left join ${tiles} t on t.id = g.tile_id and t.creator_id = g.creator_id
    ), stored as (
      insert into ${events} (creator_id, tile_id, event, device, country, source, visitor)
      select creator_id, tile_id, event, device, country, source, visitor
      from checked where verdict = 'stored' order by place
    )
    select verdict from checked order by place`);
  return rows.map((row) => row.verdict);
}

/** Stores a purchase with the caller's transaction. A tile that is being deleted is left out: waiting for it could lock both sides. */
export async function insertPurchase(
  tx: Transaction,
  purchase: Pick<NewEvent, "creatorId" | "tileId" | "device" | "country" | "source">,
): Promise<void> {
  const { creatorId, tileId } = purchase;
  const tile = sql<number>`(select ${tiles.id} from ${tiles} where ${tiles.id} = ${tileId} and ${tiles.creatorId} = ${creatorId} for key share skip locked)`;
  await tx.insert(events).values({ ...purchase, tileId: tile, event: "purchase" });
}

const today = sql`(now() at time zone 'UTC')::date`;

/** The salt of the day by the database's clock, the same for every node, and how long it lasts. `fresh` becomes it when there is none yet. */
export async function takeSalt(
  db: Database,
  fresh: Buffer,
): Promise<{ salt: Buffer; millisecondsLeft: number }> {
  return inTransaction(db, async (tx) => {
    const added = await tx
      .insert(visitorSalts)
      .values({ day: today, salt: fresh })
      .onConflictDoNothing()
      .returning({ day: visitorSalts.day });
    if (added.length > 0) await deleteOldSalts(tx);
    const [row] = await tx
      .select({
        salt: visitorSalts.salt,
        millisecondsLeft:
          sql`extract(epoch from (${today} + 1)::timestamp at time zone 'UTC' - now()) * 1000`.mapWith(
            Number,
          ),
      })
      .from(visitorSalts)
      .where(sql`${visitorSalts.day} = ${today}`);
    if (!row) throw new Error("no salt for today");
    return row;
  });
}

/** Deletes the salts of past days; yesterday's stays until noon, for nodes whose event is still under way. */
export async function deleteOldSalts(db: Queries): Promise<void> {
  await db
    .delete(visitorSalts)
    .where(sql`${visitorSalts.day} < ((now() - interval '12 hours') at time zone 'UTC')::date`);
}
