import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { CENTER, type Focus } from "../../../contract/api/images.ts";
import type { PreviewModel } from "../../../contract/pages/previews.ts";
import { formatMoney } from "../../../contract/rules/formats.ts";
import { hasCreatorPlan } from "../../../contract/rules/rules.ts";
import type { PreviewRenderer } from "../../platform/render/port.ts";
import { loadSharp } from "../../platform/sharp.ts";
import type { Files } from "../files/index.ts";
import { createViewQueue } from "./cache/view-queue.ts";
import { errors } from "./errors.ts";
import { type PreviewedPage, type PreviewSite, previewTiles, previewVersion } from "./previewed-page.ts";
import { type PreviewedProduct, productPreviewVersion } from "./product-model.ts";

const MAX_CACHED = 200;
/** Rendering takes a third of a second of one core. Requests beyond this queue get 503. */
const MAX_QUEUED = 20;
const AVATAR_PX = 232;
const TILE_PX = 328;
const PRODUCT_PX = 520;

export type OgImage = { version: string; jpeg: Buffer };

export type OgImages = {
  /**
   * Returns the preview image of a creator's current page. Throws 503 if too many requests are queued, in
   * total or for the client.
   */
  render(page: PreviewedPage, client: string): Promise<OgImage>;
  /** Returns the preview image of a product's page. Throws like `render`. */
  renderProduct(preview: PreviewedProduct, client: string): Promise<OgImage>;
};

/** Renders the images that other sites show in link previews, one at a time. Caches the last ones. */
export function createOgImages(parts: {
  files: Files;
  renderer: PreviewRenderer;
  site: PreviewSite;
  /** The operator's logo as a PNG. */
  logo: Promise<Buffer> | undefined;
}): OgImages {
  const { renderer } = parts;
  const cache = new LRUCache<string, Promise<OgImage>>({ max: MAX_CACHED });
  const queue = createViewQueue({ maxWaiting: MAX_QUEUED, refusal: errors.previewsBusy });

  const renderInTurn = (client: string, work: () => Promise<OgImage>): Promise<OgImage> => {
    const { promise, resolve } = Promise.withResolvers<OgImage>();
    void queue.add(client, async () => {
      const startedAt = performance.now();
      const rendering = work();
      resolve(rendering);
      await rendering.catch(() => undefined);
      // A pause as long as the rendering keeps half of this process free under continuous requests.
      await delay(performance.now() - startedAt, undefined, { ref: false });
    });
    return promise;
  };

  type Wanted = { key: string; version: string; client: string };
  const renderCached = ({ key, version, client }: Wanted, compose: () => Promise<PreviewModel>) => {
    const known = cache.get(key);
    if (known) return known;
    const image = renderInTurn(client, async () => {
      const svg = await renderer.renderPreview(await compose());
      const sharp = await loadSharp();
      const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality: 86, chromaSubsampling: "4:4:4" }).toBuffer();
      return { version, jpeg };
    });
    cache.set(key, image);
    image.catch(() => cache.delete(key));
    return image;
  };

  return {
    render: async (page, client) => {
      const version = previewVersion(page, parts.site);
      const key = `${page.creator.id} ${version}`;
      return renderCached({ key, version, client }, () => pageCard(parts, page));
    },
    renderProduct: async (preview, client) => {
      const version = productPreviewVersion(preview, parts.site);
      const key = `${preview.creator.id} ${preview.product.id} ${version}`;
      return renderCached({ key, version, client }, () => productCard(parts, preview));
    },
  };
}

type Parts = Parameters<typeof createOgImages>[0];

async function pageCard(parts: Parts, { creator, appearance, tiles }: PreviewedPage): Promise<PreviewModel> {
  return {
    ...(await frameOf(parts, { creator, appearance })),
    displayName: creator.display_name,
    bio: creator.bio,
    tiles: await Promise.all(
      previewTiles(tiles).map(async ({ id, title, image_url, image_focus }) => ({
        id,
        title,
        image: await imageOf(parts.files, { url: image_url, side: TILE_PX, focus: image_focus }),
      })),
    ),
  };
}

async function productCard(
  parts: Parts,
  { creator, appearance, product }: PreviewedProduct,
): Promise<PreviewModel> {
  const { id, name, description, price_cents, currency, images } = product;
  const [image] = images;
  const price = price_cents === 0 ? "Free" : formatMoney(price_cents, currency);
  return {
    ...(await frameOf(parts, { creator, appearance })),
    displayName: name,
    bio: [price, ...(description ?? "").split(/\n/).slice(0, 1)].filter(Boolean).join(" · "),
    tiles: [],
    picture: {
      id,
      title: name,
      image: image
        ? await imageOf(parts.files, { url: image.url, side: PRODUCT_PX, focus: image.focus })
        : null,
    },
  };
}

/** Returns the logo as a data URL. Without it, the image shows the product's. */
async function logoOf(logo: Parts["logo"]): Promise<string | null> {
  const png = await logo?.catch(() => undefined);
  return png ? `data:image/png;base64,${png.toString("base64")}` : null;
}

/** Returns the fields that all preview images of a creator share. */
async function frameOf(
  { files, site, logo }: Parts,
  { creator, appearance }: Pick<PreviewedPage, "creator"> & { appearance: PreviewedPage["appearance"] },
) {
  return {
    handle: creator.handle,
    avatar: await imageOf(files, { url: creator.avatar_url, side: AVATAR_PX, focus: CENTER }),
    site: hasCreatorPlan(creator) ? null : { name: site.name, logo: await logoOf(logo) },
    ...(appearance && { appearance }),
  };
}

/**
 * Returns an uploaded image as a data URL, or null for an external one, because this server never requests
 * URLs entered by users.
 */
async function imageOf(
  files: Files,
  { url, side, focus }: { url: string | null; side: number; focus: Focus },
): Promise<string | null> {
  const jpeg = url === null ? null : await files.cropImage(url, { side, focus });
  return jpeg && `data:image/jpeg;base64,${jpeg.toString("base64")}`;
}
