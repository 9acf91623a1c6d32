import { and, eq, isNull } from "drizzle-orm";
import { isNotDeleted } from "../../platform/database/deleted-rows.ts";
import type { Queries } from "../../platform/database/index.ts";
import { tiles } from "./tables.ts";

/** Sets the image of a link tile that still has none. Returns false if there is no such tile. */
export async function setMissingImage(
  db: Queries,
  { creatorId, id, url, imageUrl }: { creatorId: number; id: number; url: string; imageUrl: string },
): Promise<boolean> {
  const { rowCount } = await db
    .update(tiles)
    .set({ imageUrl })
    .where(
      and(
        eq(tiles.creatorId, creatorId),
        eq(tiles.id, id),
        eq(tiles.url, url),
        isNull(tiles.imageUrl),
        isNotDeleted(tiles),
      ),
    );
  return rowCount === 1;
}
