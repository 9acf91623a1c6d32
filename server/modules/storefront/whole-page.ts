import pLimit from "p-limit";
import type { Entry, PageCacheOptions } from "./page-cache-entry.ts";

/** The number of complete pages that are encoded at once: each takes several times its size of up to 8 MB. */
const MAX_ENCODERS = 1;

/** Returns the function that encodes a complete page as JSON, and keeps it with its entry if it fits. */
export function createWholeEncoder({
  encode,
  grow,
  maxBytes,
}: {
  encode: PageCacheOptions["encodeWhole"];
  grow: (handle: string, entry: Entry, size: number) => void;
  maxBytes: number;
}): (handle: string, entry: Entry) => Promise<Buffer> {
  const encoders = pLimit(MAX_ENCODERS);
  return (handle, entry) => {
    const json = encoders(async () => encode?.(handle, entry.page)).then((bytes) => {
      if (!bytes) throw new Error("the creator was deleted or renamed meanwhile");
      return bytes;
    });
    const evict = () => {
      delete entry.json;
    };
    entry.json = json;
    json.then(({ length }) => {
      if (entry.bytes + length > maxBytes) evict();
      else grow(handle, entry, length);
    }, evict);
    return json;
  };
}
