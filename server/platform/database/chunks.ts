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
