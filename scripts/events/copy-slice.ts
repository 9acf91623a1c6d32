import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { BackupError } from "../backup/backup-error.ts";
import type { Slice } from "./slices.ts";

export type Sides = { source: pg.Client; target: pg.Client };

/** Runs the work in one transaction. */
export async function asOne<T>(target: pg.Client, work: () => Promise<T>): Promise<T> {
  await target.query("begin");
  try {
    const result = await work();
    await target.query("commit");
    return result;
  } catch (error) {
    await target.query("rollback").catch(() => undefined);
    throw error;
  }
}

const COLUMNS = {
  events: "id, creator_id, tile_id, event, device, country, source, campaign_id, visitor, created_at",
  daily_counts: "creator_id, day, kind, name, count",
  daily_tile_counts: "tile_id, day, event, count",
};

/** The number of rows, and a sum that differs when rows do: ids of events are unique. */
const MARKS = {
  events: "count(*)::text || ' ' || coalesce(sum(id), 0)",
  daily_counts: "count(*)::text || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0)",
  daily_tile_counts: "count(*)::text || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0)",
};

/** Returns the condition of what was copied: the target may have events of its own, with later ids. */
const copied = ({ table, where }: Slice, lastId: number | null) =>
  table === "events" && lastId !== null ? `${where} and id <= ${lastId}` : where;

async function markOf(client: pg.Client, table: Slice["table"], where: string): Promise<string> {
  const { rows } = await client.query<{ mark: string }>(
    `select ${MARKS[table]} as mark from ${table} t where ${where}`,
  );
  return rows[0]?.mark ?? "";
}

/**
 * Copies the rows of a slice unless the target has the same, in one transaction in place of those that it has. So it can be repeated, and killed.
 * Returns the number of rows that both sides have, and how many were copied.
 */
export async function copySlice(
  { source, target }: Sides,
  slice: Slice,
  lastId: number | null = null,
): Promise<{ rows: number; copied: number }> {
  const { table } = slice;
  const there = copied(slice, lastId);
  const [mark, found] = await Promise.all([markOf(source, table, slice.where), markOf(target, table, there)]);
  const rows = Number.parseInt(mark, 10);
  if (mark === found) return { rows, copied: 0 };
  return asOne(target, async () => {
    await target.query(`delete from ${table} where ${there}`);
    const columns = COLUMNS[table];
    const reading = source.query(
      copyTo(`copy (select ${columns} from ${table} where ${slice.where}) to stdout`),
    );
    const writing = target.query(copyFrom(`copy ${table} (${columns}) from stdin`));
    await pipeline(reading, writing);
    // PostgreSQL sends the number of rows after the last one.
    await source.query("");
    if (reading.rowCount !== writing.rowCount) {
      throw new BackupError(
        `Of ${reading.rowCount} rows of ${slice.label} only ${writing.rowCount} were copied. Nothing is lost; run this again.`,
      );
    }
    return { rows: writing.rowCount, copied: writing.rowCount };
  });
}
