import { pipeline } from "node:stream/promises";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { asOne, type Sides } from "./copy-slice.ts";

const PENDING = "creator_id, tile_id, event, device, country, source, created_at, count";

/** Copies small tables: `add` inserts what was copied, in the same transaction. */
async function copyAll(
  { source, target }: Sides,
  { table, columns, add }: { table: string; columns: string; add: string },
): Promise<number> {
  const given = `${table}_copied`;
  return asOne(target, async () => {
    await target.query(`create temporary table ${given} (like ${table} including defaults) on commit drop`);
    const reading = source.query(copyTo(`copy (select ${columns} from ${table}) to stdout`));
    const writing = target.query(copyFrom(`copy ${given} (${columns}) from stdin`));
    await pipeline(reading, writing);
    const { rowCount } = await target.query(add);
    return rowCount ?? 0;
  });
}

/** Copies the salts of visitors' hashes, so that a visitor has one hash on a day. */
export const copySalts = (sides: Sides) =>
  copyAll(sides, {
    table: "visitor_salts",
    columns: "day, salt",
    add: "insert into visitor_salts select * from visitor_salts_copied on conflict (day) do update set salt = excluded.salt",
  });

/** Copies which events of jobs are stored. */
export const copyRecords = (sides: Sides) =>
  copyAll(sides, {
    table: "recorded_events",
    columns: "cause, happened_at, recorded_at",
    add: "insert into recorded_events select * from recorded_events_copied on conflict do nothing",
  });

/** Adds the counts that are not in the daily counts yet to those of the target, once for each move: `cause` names it. */
export const copyPending = (sides: Sides, cause: string) =>
  copyAll(sides, {
    table: "pending_counts",
    columns: PENDING,
    add: `with fresh as (
        insert into recorded_events (cause, happened_at) values ('${cause}', now()) on conflict do nothing returning cause
      )
      insert into pending_counts (${PENDING}) select ${PENDING} from pending_counts_copied where exists (select from fresh)`,
  });
