import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import { TILES_PER_RESPONSE } from "../../../contract/rules/limits.ts";
import type { HtmlBytes } from "../../platform/http/html.ts";
import type { PageInvalidation } from "../../platform/page-invalidation.ts";
import { withTimeout } from "../../platform/timeout.ts";
import { type CompactPage, createCompactPages, type KnownPage } from "./compact-pages.ts";
import {
  type Entry,
  type Load,
  MAX_BYTES,
  MAX_PAGES,
  type PageCache,
  type PageCacheOptions,
  STALE_TIMEOUT_MS,
  sizeOf,
  UNVERIFIED_MS,
  VERIFY_MS,
} from "./page-cache-entry.ts";
import { createPageViews, timed } from "./page-views.ts";
import { type CreatorPage, resolveView } from "./service.ts";
import { createViewQueue } from "./view-queue.ts";
import { createWholeEncoder } from "./whole-page.ts";

/** What is known of a page that was read, if it has not changed, and where from. */
type Same = { html?: HtmlBytes | undefined; from?: "memory" | "store"; fingerprint?: string };

/** Caches creators' pages in the form in which they are sent. A page that may be outdated is read again, or served as it is while the database is unavailable or does not respond. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the cache's operations share its state
export function createPageCache(options: PageCacheOptions): PageCache {
  const { maxPages = MAX_PAGES, maxBytes = MAX_BYTES, timeoutMs = STALE_TIMEOUT_MS } = options;
  const { appliedUntil = () => Number.POSITIVE_INFINITY, databaseTime = () => Number.NEGATIVE_INFINITY } =
    options;
  const entries = new LRUCache<string, Entry>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
    dispose: (entry, handle, reason) => {
      if (reason === "evict") compact.add(handle, entry);
    },
  });
  const { store } = options;
  const compact = createCompactPages({ ...options, maxBytes: options.maxCompactBytes ?? 0 });
  const loads = new Map<string, Load>();
  const running = new Set<Load>();
  const requests = { memory: 0, store: 0, rendered: 0 };

  /** While notifications of changes may be missing, a page is read again once a second at most. */
  const isVerified = (entry: Pick<Entry, "unverified" | "readAt">) =>
    !entry.unverified && performance.now() - Math.max(appliedUntil(), entry.readAt) < UNVERIFIED_MS;

  /** Returns whether a page has certainly changed: by a notification, or because one of its tiles has started or ended. */
  const isPast = ({ stale, changesAt }: Pick<CompactPage, "stale" | "changesAt">) =>
    stale || (changesAt !== null && databaseTime() >= changesAt.getTime());
  const isOutdated = ({ stale, page }: Entry) => isPast({ stale, changesAt: page.changesAt });

  /** Returns what is known to be the first view of the page that was read. */
  const findSame = async (handle: string, page: CreatorPage): Promise<Same> => {
    const kept = entries.peek(handle);
    if (kept) return !kept.stale && isDeepStrictEqual(kept.page, page) ? { html: kept.base } : {};
    const fingerprint = compact.fingerprintOf(page);
    return { fingerprint, ...(await compact.findEqual(handle, fingerprint)) };
  };

  const start = (handle: string): Load => {
    const changed = new Set<PageInvalidation>();
    const readAt = performance.now();
    const read = async () => {
      const page = await options.load(handle);
      if (!page) {
        entries.delete(handle);
        compact.delete(handle);
        store?.delete(handle);
        return undefined;
      }
      // The first view has no content but the page that was read, so an equal page is not rendered again.
      const { html, fingerprint, from } = await findSame(handle, page);
      const stale = changed.has(page.creator.id);
      const base = stale || !html ? undefined : timed(html, page);
      const entry: Entry = {
        page,
        stale,
        unverified: changed.has(null),
        readAt,
        closedViews: new Map(base ? [[0, Promise.resolve(base)]] : []),
        openViews: new Map(),
        productPages: new Map(),
        queue: entries.peek(handle)?.queue ?? createViewQueue(),
        bytes: options.weigh?.(page) ?? 0,
        ...(fingerprint !== undefined && { fingerprint }),
        isRestored: base !== undefined && from === "store",
      };
      if (base) {
        entry.base = base;
        entry.bytes += sizeOf(base);
      }
      entries.set(handle, entry);
      compact.delete(handle);
      return entry;
    };
    const load: Load = { changed, result: read() };
    running.add(load);
    loads.set(handle, load);
    const done = () => {
      running.delete(load);
      if (loads.get(handle) === load) loads.delete(handle);
    };
    load.result.then(done, done);
    return load;
  };

  const find = async (handle: string): Promise<Entry | undefined> => {
    const kept = entries.get(handle);
    if (kept && !isOutdated(kept) && isVerified(kept)) return kept;
    const { result } = loads.get(handle) ?? start(handle);
    if (!kept) return result;
    const waitMs = isOutdated(kept) ? timeoutMs : VERIFY_MS;
    const latest = result.catch(() => kept);
    return withTimeout(latest, waitMs, () => kept);
  };

  /** Better a page that may have changed than none: returns null where the copy is to be served. */
  const findOr = (copy: CompactPage, handle: string): Promise<Entry | undefined | null> =>
    withTimeout(
      find(handle).catch(() => null),
      isPast(copy) ? timeoutMs : VERIFY_MS,
      () => null,
    );

  /** Returns a page whose bytes are only in the store, while it is known to be what it was: without a query. */
  const restore = async (handle: string): Promise<CompactPage | undefined> => {
    const isCurrent = (page: KnownPage) => !isPast(page) && isVerified(page);
    const known = compact.getKnown(handle);
    if (!known || !isCurrent(known)) return undefined;
    const copy = await compact.restore(handle, known);
    // It may have changed while it was read.
    if (!copy || !isCurrent(copy)) return undefined;
    requests.store += 1;
    return copy;
  };

  const grow = (handle: string, entry: Entry, size: number) => {
    // An entry that was replaced or evicted meanwhile no longer counts.
    if (entries.peek(handle) !== entry) return;
    // The size of a value that is set again is not calculated again.
    entries.delete(handle);
    entry.bytes += size;
    entries.set(handle, entry);
  };

  const views = createPageViews({
    ...options,
    maxBytes,
    grow,
    isCurrent: (handle, entry) => entries.peek(handle) === entry,
    fingerprintOf: compact.fingerprintOf,
  });
  const encodeWhole = createWholeEncoder({ encode: options.encodeWhole, grow, maxBytes });

  return {
    async get(handle, openTileId, from = 0, client = "") {
      const key = handle.toLowerCase();
      const isClosed = openTileId === null && from === 0;
      const copy = isClosed && !entries.has(key) ? compact.get(key) : undefined;
      if (copy && !isPast(copy) && isVerified(copy)) {
        requests.memory += 1;
        return copy.html;
      }
      const stored = isClosed && !copy && !entries.has(key) ? await restore(key) : undefined;
      if (stored) return stored.html;
      const entry = await (copy ? findOr(copy, key) : find(key));
      if (entry === null) return copy?.html;
      if (!entry) return undefined;
      const view = resolveView(entry.page, { openTileId, from });
      const known =
        view.openTileId === null ? entry.closedViews.get(view.from) : entry.openViews.get(view.openTileId);
      requests[known ? (entry.isRestored ? "store" : "memory") : "rendered"] += 1;
      entry.isRestored = false;
      return known ?? views.render(key, entry, { ...view, client });
    },
    async getProduct(handle, slug, client = "") {
      const key = handle.toLowerCase();
      const entry = await find(key);
      return entry && (entry.productPages.get(slug) ?? views.renderProduct(key, entry, { slug, client }));
    },
    async findCreatorId(handle) {
      return (await find(handle.toLowerCase()))?.page.creator.id;
    },
    isLong(handle) {
      const tiles = entries.peek(handle.toLowerCase())?.page.tileIds ?? [];
      return tiles.length > TILES_PER_RESPONSE;
    },
    async getJson(handle) {
      const key = handle.toLowerCase();
      const entry = await find(key);
      return entry && (entry.json ?? encodeWhole(key, entry));
    },
    peek(handle) {
      const key = handle.toLowerCase();
      const entry = entries.get(key);
      const copy = entry ? undefined : compact.get(key);
      const isCurrent = entry
        ? !isOutdated(entry) && isVerified(entry)
        : copy && !isPast(copy) && isVerified(copy);
      const html = entry?.base ?? copy?.html;
      if (!isCurrent || !html) return undefined;
      requests.memory += 1;
      return html;
    },
    stats() {
      const { pages, bytes } = compact.stats();
      return { requests, pages: entries.size + pages, bytes: entries.calculatedSize + bytes };
    },
    invalidate(change) {
      // Later requests must not receive what was read before the change.
      loads.clear();
      for (const load of running) load.changed.add(change);
      const changed = compact.invalidate(change);
      if (changed !== undefined) store?.delete(changed);
      for (const [handle, entry] of entries.entries()) {
        if (change === null) entry.unverified = true;
        if (entry.page.creator.id !== change) continue;
        entry.stale = true;
        store?.delete(handle);
      }
    },
  };
}
