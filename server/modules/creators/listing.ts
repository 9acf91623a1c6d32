import { and, asc, gte, isNull } from "drizzle-orm";
import type { Queries } from "../../platform/database/index.ts";
import { creators } from "./tables.ts";

/** Returns the handles of creators from an id on, oldest first, without suspended pages. */
export async function listCreatorsFrom(db: Queries, { id, most }: { id: number; most: number }) {
  const rows = await db
    .select({ handle: creators.handle })
    .from(creators)
    .where(and(gte(creators.id, id), isNull(creators.suspension), isNull(creators.offlineSince)))
    .orderBy(asc(creators.id))
    .limit(most);
  return rows.map(({ handle }) => handle);
}
