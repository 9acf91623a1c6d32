import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Queries } from "./index.ts";

/** Returns the first id of each chunk of at most `most` rows of a table. */
export async function listChunks(db: Queries, table: PgTable, most: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (select id, row_number() over (order by id) as place from ${table}) as numbered
    where place % ${most} = 1 order by id`);
  return rows.map((row) => Number(row.id));
}

/** Reads rows in batches, each starting after the last row of the previous one, until a batch is not full. */
export async function* readInBatches<Row>(
  size: number,
  read: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  do {
    const rows = await read(last, size);
    yield rows;
    last = rows.length < size ? undefined : rows.at(-1);
  } while (last !== undefined);
}
