import { LRUCache } from "lru-cache";
import type { HtmlBytes } from "../../../platform/http/html.ts";
import type { PageInvalidation } from "../../../platform/page-invalidation.ts";
import { withTimeout } from "../../../platform/timeout.ts";
import type { CreatorPage } from "../service.ts";

/** The time that a request waits for the new version of a changed view. */
const STALE_TIMEOUT_MS = 2_000;
/** The time for which a view is served without proof that it is current. */
const UNVERIFIED_MS = 1_000;
/**
 * The time that a request waits for that proof. With a slow database, a longer wait would only delay the
 * page.
 */
const VERIFY_MS = 250;
/** The memory of a view in addition to its bytes and keys: its objects, and prepared responses with headers. */
const OVERHEAD_BYTES = 3_072;
/** The maximum number of creators whose changes are tracked individually. Above it, all views must be read again. */
const MAX_CHANGES = 10_000;

/** A view of a creator's page as compressed HTML or JSON, with the data that tells how long it is current. */
export type View = Pick<CreatorPage, "tileIds" | "changesAt"> & {
  creatorId: number;
  html?: HtmlBytes;
  json?: Buffer;
};

/** A kept view, with its size and the time at which the read of its page started. */
type Kept = View & { readAt: number; bytes: number };
type Load = { readAt: number; result: Promise<View | undefined> };
type LoadView = () => Promise<View | undefined>;

/** The limits of the kept views, and the clocks that tell whether they are current. */
export type KeptViewsOptions = {
  maxBytes: number;
  timeoutMs?: number;
  /**
   * Returns the `performance.now()` up to which all committed changes have been applied. By default, changes
   * are applied at once.
   */
  appliedUntil?: () => number;
  /** Returns the database's time in milliseconds since 1970. By default, no page changes by schedule. */
  databaseTime?: () => number;
};

/**
 * Keeps views of creators' pages by key in bounded memory. Reloads an outdated view, or serves it stale while
 * the database does not respond.
 */
export function createKeptViews({
  maxBytes,
  timeoutMs = STALE_TIMEOUT_MS,
  appliedUntil = () => Number.POSITIVE_INFINITY,
  databaseTime = () => Number.NEGATIVE_INFINITY,
}: KeptViewsOptions) {
  const views = new LRUCache<string, Kept>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ bytes }) => bytes,
  });
  const loads = new Map<string, Load>();
  /**
   * The time of each creator's last change. `missedAt` is the last time at which any change may have been
   * missed.
   */
  const changes = new Map<number, number>();
  let missedAt = Number.NEGATIVE_INFINITY;

  const isOutdated = ({ creatorId, changesAt, readAt }: Kept) =>
    (changes.get(creatorId) ?? Number.NEGATIVE_INFINITY) >= readAt ||
    (changesAt !== null && databaseTime() >= changesAt.getTime());
  /** Limits reads of a page to one per second while notifications may be missing. */
  const isVerified = ({ readAt }: Kept) =>
    missedAt < readAt && performance.now() - Math.max(appliedUntil(), readAt) < UNVERIFIED_MS;
  const findCurrent = (key: string): Kept | undefined => {
    const kept = views.get(key);
    return kept && !isOutdated(kept) && isVerified(kept) ? kept : undefined;
  };

  const keep = (key: string, view: View, readAt: number) => {
    const kept = { ...view, readAt, bytes: sizeOf(key, view) };
    views.set(key, kept);
    const { html } = kept;
    if (!html) return;
    // The page is compressed when it is first sent, because clients accept different encodings. Its size then
    // changes.
    html.onEncoded = () => {
      delete html.plain;
      if (views.peek(key) !== kept) return;
      // Delete it first, because the cache does not recalculate the size of a value that is set again.
      views.delete(key);
      kept.bytes = sizeOf(key, kept);
      views.set(key, kept);
    };
  };

  const start = (key: string, loadView: LoadView): Load => {
    const readAt = performance.now();
    const read = async () => {
      const view = await loadView();
      // A slow load must not replace the result of a later one.
      if ((views.peek(key)?.readAt ?? readAt) > readAt) return view;
      if (view) keep(key, view, readAt);
      else views.delete(key);
      return view;
    };
    const load = { readAt, result: read() };
    loads.set(key, load);
    const done = () => {
      if (loads.get(key) === load) loads.delete(key);
    };
    load.result.then(done, done);
    return load;
  };

  return {
    /** Returns a view if it is current. */
    findCurrent,
    /** Returns the last loaded view, however old it is. */
    findLast: (key: string): View | undefined => views.peek(key),
    isLoading: (key: string) => loads.has(key),
    /**
     * Returns a view, or undefined if there is none. Loads it once for concurrent requests. Throws if loading
     * fails.
     */
    async find(key: string, loadView: LoadView): Promise<View | undefined> {
      const current = findCurrent(key);
      if (current) return current;
      const { result } = loads.get(key) ?? start(key, loadView);
      const kept = views.peek(key);
      if (!kept) return result;
      const waitMs = isOutdated(kept) ? timeoutMs : VERIFY_MS;
      return withTimeout(
        result.catch(() => kept),
        waitMs,
        () => kept,
      );
    },
    invalidate(change: PageInvalidation): void {
      // Later requests must not receive a view read before the change.
      loads.clear();
      if (change !== null) changes.set(change, performance.now());
      if (change !== null && changes.size <= MAX_CHANGES) return;
      missedAt = performance.now();
      changes.clear();
    },
    stats: () => ({ pages: views.size, bytes: views.calculatedSize }),
  };
}

/** Estimates the memory that a view takes. */
function sizeOf(key: string, { html, json, tileIds }: View): number {
  const bodies = [html?.plain, html?.encoded.br, html?.encoded.gzip, json];
  const bytes = bodies.reduce((sum, body) => sum + (body?.length ?? 0), 0);
  return OVERHEAD_BYTES + bytes + 2 * key.length + 8 * tileIds.length;
}
