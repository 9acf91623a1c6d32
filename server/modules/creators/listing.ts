import { asc, gte, sql } from "drizzle-orm";
import type { Queries } from "../../platform/database/index.ts";
import { creators } from "./tables.ts";

/** Returns the first id of each chunk of at most `most` creators. */
export async function listSitemapChunks(db: Queries, most: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (select id, row_number() over (order by id) as place from ${creators}) as numbered
    where place % ${most} = 1 order by id`);
  return rows.map((row) => Number(row.id));
}

/** Returns the handles of creators from an id on, oldest first. */
export async function listCreatorsFrom(
  db: Queries,
  { id, most }: { id: number; most: number },
): Promise<string[]> {
  const rows = await db
    .select({ handle: creators.handle })
    .from(creators)
    .where(gte(creators.id, id))
    .orderBy(asc(creators.id))
    .limit(most);
  return rows.map(({ handle }) => handle);
}
