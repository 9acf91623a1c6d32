import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { IMAGE_WIDTHS } from "../../../contract/api/files.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { errors } from "./errors.ts";
import { toJpeg } from "./images.ts";
import { imageKey } from "./keys.ts";

/** The number of cached pictures. Readers open an email at the same time, and their mail servers cache its picture. */
const MAX_CACHED = 50;
const CACHED_MS = 10 * 60_000;
/** The maximum number of waiting pictures. Each takes some 30 ms. Further requests receive 503. */
const MAX_QUEUED = 20;

/** Returns a function that makes the JPEG of a public image for mail clients without WebP. It returns null for a missing image and throws 503 if too many are queued. */
export function createEmailImages({ storage }: { storage: Storage }): (id: string) => Promise<Buffer | null> {
  const cache = new LRUCache<string, Promise<Buffer | null>>({ max: MAX_CACHED, ttl: CACHED_MS });
  const runInTurn = pLimit(1);

  async function create(id: string): Promise<Buffer | null> {
    // Opened outside of the queue, so that invented ids take no place in it.
    const opened = await storage.openFile(imageKey(id, Math.max(...IMAGE_WIDTHS)));
    if (!opened) return null;
    if (runInTurn.pendingCount >= MAX_QUEUED) {
      opened.stream.destroy();
      throw errors.imagesBusy();
    }
    // Read before queueing, because an error of a waiting stream would have no listener.
    const webp = await buffer(opened.stream);
    if (runInTurn.pendingCount >= MAX_QUEUED) throw errors.imagesBusy();
    return runInTurn(() => toJpeg(webp));
  }

  return async (id) => {
    const known = cache.get(id);
    if (known) return known;
    const image = create(id);
    cache.set(id, image);
    // Failed and missing images are tried again.
    const forget = () => void cache.delete(id);
    image.then((jpeg) => jpeg ?? forget(), forget);
    return image;
  };
}
