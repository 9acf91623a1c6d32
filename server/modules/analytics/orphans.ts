import { sql } from "drizzle-orm";
import type { EventStore } from "../../platform/database/event-store.ts";

type Owned = {
  table: string;
  /** The first column of an index. */
  column: "creator_id" | "tile_id";
  owners: "creators" | "tiles";
};

const AT_A_TIME = 1_000;

/** Returns deleted creators or tiles that still have rows. Reads one index entry for each instead of every row. */
async function listDeleted({ db, main }: Pick<EventStore, "db" | "main">, { table, column, owners }: Owned) {
  const deletedIds: number[] = [];
  const [rows, owner] = [sql.identifier(table), sql.identifier(column)];
  for (let last = 0; ; ) {
    const known = await db.execute<{ id: number }>(sql`
      with recursive known as (
        (select ${owner} as id, 1 as place from ${rows} where ${owner} > ${last} order by ${owner} limit 1)
        union all
        select (select ${owner} from ${rows} where ${owner} > known.id order by ${owner} limit 1), place + 1
        from known where known.id is not null and place < ${AT_A_TIME}
      )
      select id from known where id is not null order by id`);
    const ids = known.rows.map(({ id }) => id);
    const gone = await main.execute<{ id: number }>(sql`
      select id from unnest(${sql.param(ids)}::bigint[]) id
      where not exists (select from ${sql.identifier(owners)} o where o.id = id.id) order by 1`);
    deletedIds.push(...gone.rows.map(({ id }) => id));
    const end = ids.at(-1);
    if (ids.length < AT_A_TIME || end === undefined) return deletedIds;
    last = end;
  }
}

/** The counts that foreign keys and a trigger delete where creators and tiles are in the same database. */
const COUNTS: readonly Owned[] = [
  { table: "daily_counts", column: "creator_id", owners: "creators" },
  { table: "daily_tile_counts", column: "tile_id", owners: "tiles" },
  { table: "funnel_marks", column: "creator_id", owners: "creators" },
  { table: "funnel_counts", column: "creator_id", owners: "creators" },
  { table: "funnel_totals", column: "creator_id", owners: "creators" },
];

/** Deletes the counts of deleted creators and tiles. */
export async function deleteOrphanCounts(store: Pick<EventStore, "db" | "main">): Promise<void> {
  for (const { table, column, owners } of COUNTS) {
    for (const id of await listDeleted(store, { table, column, owners })) {
      await store.db.execute(
        sql`delete from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id}`,
      );
    }
  }
}
