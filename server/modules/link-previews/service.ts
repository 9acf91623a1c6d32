import pLimit from "p-limit";
import type { LinkPreview } from "../../../contract/api/link-previews.ts";
import { oembedUrl } from "../../../contract/rules/players.ts";
import type { CreatorViewer } from "../../platform/http/viewer.ts";
import { PublicFetchError, TOO_LARGE } from "../../platform/net/public-fetch.ts";
import { withTimeout } from "../../platform/timeout.ts";
import { decodeHtml } from "./html-text.ts";
import { readPlayable } from "./oembed.ts";
import { type PageMetadata, readMetadata } from "./page-metadata.ts";
import { logFailure, type StoreImageDeps, storeImage } from "./store-image.ts";

export type LinkPreviewDeps = StoreImageDeps & {
  isEnabled: boolean;
  /** Aborted when the server stops. */
  stopping: AbortSignal;
};
type Requested = {
  viewer: Pick<CreatorViewer, "userId" | "creatorId" | "emailVerifiedAt">;
  ip: string;
  url: string;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
};

const OF_ONE_ACCOUNT = { points: 60, seconds: 3600 };
const MAX_CONCURRENT = 4;
const MAX_WAITING = 8;
const FETCH_MS = 5_000;
/**
 * Must stay below the time limit of a response, including the wait in the queue and the decoding of the
 * image.
 */
const TOTAL_MS = 8_000;
const IMAGE_DEADLINE_MS = 7_500;
const PAGE_BYTES = 1024 * 1024;
const OEMBED_BYTES = 64 * 1024;
/** Short enough to leave time for the page itself. */
const OEMBED_MS = 2_000;
const HTML = new Set(["text/html", "application/xhtml+xml"]);

/**
 * Returns a function that reads the metadata of linked pages, a few at once. It throws 429 only. All other
 * failures leave fields null.
 */
export function createLinkPreviews(deps: LinkPreviewDeps) {
  const queue = pLimit(MAX_CONCURRENT);
  return async (requested: Requested): Promise<LinkPreview> => {
    const none = { url: requested.url, title: null, description: null, image_url: null };
    if (!deps.isEnabled) return none;
    await deps.limits.consume({ name: "link previews", key: requested.viewer.userId, ...OF_ONE_ACCOUNT });
    if (queue.pendingCount >= MAX_WAITING) return none;
    const startedAt = performance.now();
    const signal = AbortSignal.any([requested.signal, deps.stopping, AbortSignal.timeout(TOTAL_MS)]);
    const read = async () => {
      const page =
        (await readPlayer(deps, requested.url, signal)) ?? (await readPage(deps, requested.url, signal));
      if (!page) return none;
      const { imageUrl, ...texts } = page;
      const leftMs = IMAGE_DEADLINE_MS - (performance.now() - startedAt);
      const storing = imageUrl && storeImage(deps, { ...uploaderOf(requested), source: imageUrl, signal });
      const image = storing && (await withTimeout(storing, leftMs, () => null));
      return { url: requested.url, ...texts, image_url: image };
    };
    return withTimeout(
      queue(() => (signal.aborted ? none : read())),
      TOTAL_MS,
      () => none,
    );
  };
}

const uploaderOf = ({ viewer: { creatorId, emailVerifiedAt }, ip }: Requested) => ({
  creatorId,
  isUnverified: emailVerifiedAt === null,
  ip,
});

/** Reads the metadata from a player's site by oEmbed, because its pages often contain them only for browsers. */
async function readPlayer(
  deps: LinkPreviewDeps,
  pageUrl: string,
  signal: AbortSignal,
): Promise<PageMetadata | null> {
  const url = oembedUrl(pageUrl);
  if (!url) return null;
  try {
    const { body } = await deps.fetchPublic({
      url,
      accept: "application/json",
      isExpected: (type) => type === "application/json",
      maxBytes: OEMBED_BYTES,
      timeoutMs: OEMBED_MS,
      signal,
    });
    return readPlayable(await collect(body));
  } catch (error) {
    logFailure(deps, { what: "player", url, error });
    return null;
  }
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function readPage(
  deps: LinkPreviewDeps,
  pageUrl: string,
  signal: AbortSignal,
): Promise<PageMetadata | null> {
  try {
    const { url, contentType, body } = await deps.fetchPublic({
      url: new URL(pageUrl),
      accept: "text/html, application/xhtml+xml",
      isExpected: (type) => HTML.has(type),
      maxBytes: PAGE_BYTES,
      timeoutMs: FETCH_MS,
      signal,
    });
    return await readMetadata(decodeHtml(untilTooLarge(body), contentType), url);
  } catch (error) {
    logFailure(deps, { what: "page", url: new URL(pageUrl), error });
    return null;
  }
}

/** Ends at the maximum size instead of throwing, because a long page has its title early. */
async function* untilTooLarge(body: AsyncIterable<Uint8Array>) {
  try {
    yield* body;
  } catch (error) {
    if (!(error instanceof PublicFetchError && error.message === TOO_LARGE)) throw error;
  }
}
