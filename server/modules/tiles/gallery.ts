import type { PageImage } from "../../../contract/api/images.ts";
import type { TileInput } from "../../../contract/api/tiles.ts";
import type { Queries } from "../../platform/database/index.ts";
import { toPublicUrl, toStoredUrl } from "../../platform/own-url.ts";
import { requireLinksAllowed } from "../blocks/index.ts";
import { imageIdOf, ownsImages } from "../files/index.ts";
import { errors } from "./errors.ts";

/**
 * Returns the pictures of a gallery as stored. Throws 400 for a new picture from a blocked site, or for an upload of
 * another creator, whose deletion would take it off the page.
 */
export async function toStoredImages(
  db: Queries,
  { publicUrl }: { publicUrl: string },
  { creatorId, images, former }: { creatorId: number; images: TileInput["images"]; former: PageImage[] },
): Promise<PageImage[]> {
  const known = new Set(former.map(({ url }) => toPublicUrl(url, publicUrl)));
  const added = images.map(({ url }) => url).filter((url) => !known.has(url));
  await requireLinksAllowed(
    db,
    added.map((url) => ({ field: "images", url })),
  );
  const ids = added.flatMap((url) => imageIdOf(publicUrl, url) ?? []);
  if (!(await ownsImages(db, { creatorId, ids }))) throw errors.pictureNotOwn();
  return images.map((image) => ({ ...image, url: toStoredUrl(image.url, publicUrl) }));
}

/** Returns stored pictures as a request has them. */
export const toSentImages = (images: readonly PageImage[], publicUrl: string): PageImage[] =>
  images.map((image) => ({ ...image, url: toPublicUrl(image.url, publicUrl) }));
