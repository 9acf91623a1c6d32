import { z } from "zod";
import { type Database, inTransaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { toStoredUrl } from "../../platform/own-url.ts";
import { type StoreImageDeps, storeImage } from "../link-previews/index.ts";
import { setMissingImage } from "../tiles/index.ts";

export const PICTURE_JOB = "page_imports.picture";

const Picture = z.object({
  creatorId: z.number(),
  tileId: z.number(),
  /** The link of the tile. A tile with another link by now gets no picture. */
  url: z.string(),
  imageUrl: z.string(),
  isUnverified: z.boolean(),
  ip: z.string(),
});
export type PictureData = z.infer<typeof Picture>;

type PictureDeps = StoreImageDeps &
  Pick<Infrastructure, "pageInvalidations"> & { db: Database; publicUrl: string };

/** Copies the picture of an imported row to its tile, unless the tile has one by now. */
export const pictureJob = (deps: PictureDeps): Job =>
  defineJob({
    name: PICTURE_JOB,
    payload: Picture,
    concurrency: 2,
    // A site that fails once is not requested again.
    retry: { limit: 1, initialDelaySeconds: 60, maxDelaySeconds: 60 },
    async handler({ data: { creatorId, tileId, url, imageUrl, ...uploader }, signal }) {
      const source = new URL(imageUrl);
      const stored = await storeImage(deps, { creatorId, ...uploader, source, signal });
      if (stored === null) return;
      await inTransaction(deps.db, async (tx) => {
        const image = toStoredUrl(stored, deps.publicUrl) ?? stored;
        if (await setMissingImage(tx, { creatorId, id: tileId, url, imageUrl: image }))
          await deps.pageInvalidations.publish(tx, creatorId);
      });
    },
  });
