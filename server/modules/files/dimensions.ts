import { and, inArray, isNotNull } from "drizzle-orm";
import type { ImageDimensions } from "../../../contract/api/images.ts";
import type { Queries } from "../../platform/database/index.ts";
import { imageIdOf } from "./keys.ts";
import { files } from "./tables.ts";

/** Returns the known dimensions of this site's images by URL. */
export async function findImageDimensions(
  db: Queries,
  { publicUrl, urls }: { publicUrl: string; urls: readonly string[] },
): Promise<Map<string, ImageDimensions>> {
  const known = new Map<string, ImageDimensions>();
  const idOf = new Map(urls.map((url) => [url, imageIdOf(publicUrl, url)]));
  const ids = [...idOf.values()].filter((id) => id !== undefined);
  if (ids.length === 0) return known;
  const { id, width, height } = files;
  const rows = await db
    .select({ id, width, height })
    .from(files)
    .where(and(inArray(id, ids), isNotNull(width), isNotNull(height)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [url, imageId] of idOf) {
    const row = imageId === undefined ? undefined : byId.get(imageId);
    if (row?.width && row.height) known.set(url, { width: row.width, height: row.height });
  }
  return known;
}
