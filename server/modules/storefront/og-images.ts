import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import sharp from "sharp";
import { CENTER, type Focus } from "../../../contract/images.ts";
import type { PreviewModel } from "../../../contract/previews.ts";
import { hasCreatorPlan } from "../../../contract/rules.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { PreviewRenderer } from "../../platform/render/port.ts";
import type { Files } from "../files/index.ts";
import { type PreviewedPage, previewTiles, previewVersion } from "./previewed-page.ts";

const MAX_CACHED = 200;
/** Drawing takes a third of a second of one core: who comes behind so many is asked to come again. */
const MAX_QUEUED = 20;
const AVATAR_PX = 232;
const TILE_PX = 328;

export type OgImage = { version: string; jpeg: Buffer };

export type OgImages = {
  /** The picture of a creator's page as it stands. Throws 503 when too many are being drawn. */
  render(page: PreviewedPage): Promise<OgImage>;
};

/** Draws the pictures that other sites show beside links to creators' pages, one at a time, and keeps the last ones. */
export function createOgImages(deps: { files: Files; renderer: PreviewRenderer }): OgImages {
  const cache = new LRUCache<string, Promise<OgImage>>({ max: MAX_CACHED });
  const queue = pLimit(1);

  const renderInTurn = (work: () => Promise<OgImage>): Promise<OgImage> => {
    if (queue.pendingCount >= MAX_QUEUED) throw tooManyRenders();
    const { promise, resolve } = Promise.withResolvers<OgImage>();
    void queue(async () => {
      const startedAt = performance.now();
      const rendering = work();
      resolve(rendering);
      await rendering.catch(() => undefined);
      // A client that requests one image after the other gets half of this process at most.
      await delay(performance.now() - startedAt, undefined, { ref: false });
    });
    return promise;
  };

  return {
    async render(page) {
      const version = previewVersion(page);
      const key = `${page.creator.id} ${version}`;
      const known = cache.get(key);
      if (known) return known;
      const image = renderInTurn(() => renderImage(deps, { page, version }));
      cache.set(key, image);
      image.catch(() => cache.delete(key));
      return image;
    },
  };
}

async function renderImage(
  { files, renderer }: { files: Files; renderer: PreviewRenderer },
  { page, version }: { page: PreviewedPage; version: string },
): Promise<OgImage> {
  const { creator, tiles } = page;
  const model: PreviewModel = {
    handle: creator.handle,
    displayName: creator.display_name,
    bio: creator.bio,
    avatar: await imageOf(files, { url: creator.avatar_url, side: AVATAR_PX, focus: CENTER }),
    branded: !hasCreatorPlan(creator),
    ...(page.appearance && { appearance: page.appearance }),
    tiles: await Promise.all(
      previewTiles(tiles).map(async ({ id, title, image_url, image_focus }) => ({
        id,
        title,
        image: await imageOf(files, { url: image_url, side: TILE_PX, focus: image_focus }),
      })),
    ),
  };
  const svg = await renderer.renderPreview(model);
  const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality: 86, chromaSubsampling: "4:4:4" }).toBuffer();
  return { version, jpeg };
}

/** An image that we keep, as a data URL; null for one elsewhere: this server fetches nothing that a stranger names. */
async function imageOf(
  files: Files,
  { url, side, focus }: { url: string | null; side: number; focus: Focus },
): Promise<string | null> {
  const jpeg = url === null ? null : await files.cropImage(url, { side, focus });
  return jpeg && `data:image/jpeg;base64,${jpeg.toString("base64")}`;
}

const tooManyRenders = () =>
  new AppError(
    503,
    "storefront.previews_busy",
    "Too many previews are being rendered. Please try again shortly.",
    {
      retryAfter: 5,
    },
  );
