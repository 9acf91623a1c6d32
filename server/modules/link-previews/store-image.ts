import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { Log } from "../../platform/log/index.ts";
import type { PublicFetch } from "../../platform/net/public-fetch.ts";
import { countUnverified, type Files } from "../files/index.ts";

export type StoreImageDeps = {
  limits: RateLimiter;
  log: Log;
  files: Pick<Files, "checkQuota" | "storeUpload">;
  fetchPublic: PublicFetch;
};
type Copied = {
  creatorId: number;
  isUnverified: boolean;
  /** The client whose uploads with unverified accounts are limited. */
  ip: string;
  source: URL;
  signal: AbortSignal;
};

const IMAGE_BYTES = 5 * 1024 * 1024;
const FETCH_MS = 5_000;

/**
 * Stores a copy of an image of another site as the creator's upload, within the usual limits. Returns its URL,
 * or null if that is not possible.
 */
export async function storeImage(
  deps: StoreImageDeps,
  { creatorId, isUnverified, ip, source: url, signal }: Copied,
): Promise<string | null> {
  const upload = { creatorId, isUnverified, purpose: "image" } as const;
  try {
    await deps.files.checkQuota({ ...upload, bytes: 0 });
    const { body } = await deps.fetchPublic({
      url,
      accept: "image/webp, image/png, image/jpeg, image/gif, image/avif",
      isExpected: (type) => type.startsWith("image/"),
      maxBytes: IMAGE_BYTES,
      timeoutMs: FETCH_MS,
      signal,
    });
    const source = isUnverified ? countUnverified(deps.limits, ip, body) : body;
    return (await deps.files.storeUpload({ ...upload, name: "link-preview", source })).url;
  } catch (error) {
    logFailure(deps, { what: "image", url, error });
    return null;
  }
}

/** Logs the host without path and query, which may be personal. */
export function logFailure(
  { log }: Pick<StoreImageDeps, "log">,
  { what, url, error }: { what: "page" | "player" | "image"; url: URL; error: unknown },
): void {
  const reason = error instanceof Error ? error.message : "unknown";
  log.info({ host: url.host, what, reason }, "link preview failed; its fields stay empty");
}
