import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { TILES_PER_RESPONSE } from "../../../contract/rules/limits.ts";
import { encodeHtml, type HtmlBytes } from "../../platform/http/html.ts";
import type { PageInvalidation } from "../../platform/page-invalidation.ts";
import { withTimeout } from "../../platform/timeout.ts";
import { type Entry, type Load, type PageCache, sizeOf } from "./page-cache-entry.ts";
import { type CreatorPage, type PageView, resolveView } from "./service.ts";
import { createViewQueue } from "./view-queue.ts";

const MAX_PAGES = 2_000;
const MAX_OPEN_TILES = 20;
const MAX_PRODUCTS = 40;
const MAX_BYTES = 48 * 1024 * 1024;
/** The number of complete pages that are encoded at once: each takes several times its size of up to 8 MB. */
const MAX_ENCODERS = 1;
/** How long a request for a cached page waits for a newer one. */
const STALE_TIMEOUT_MS = 2_000;
/** How long a page is served without proof that it has not changed. */
const UNVERIFIED_MS = 1_000;
/** How long a request waits for that proof. Waiting longer for a slow database would only delay the page. */
const VERIFY_MS = 250;

/** Caches creators' pages in the form in which they are sent. A page that may be outdated is read again, or served as it is while the database is unavailable or does not respond. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the cache's operations share its state
export function createPageCache(options: {
  load: (handle: string) => Promise<CreatorPage | undefined>;
  /** Returns what the API returns for a page, as compressed JSON. */
  encodeWhole?: (handle: string) => Promise<Buffer | undefined>;
  render: (page: CreatorPage, view: PageView) => Promise<string>;
  /** Returns the function that renders the page of a product; undefined when the creator has no such product for sale. */
  findProduct?: (page: CreatorPage, slug: string) => Promise<(() => Promise<string>) | undefined>;
  /** Returns the origins whose frames a page may show. */
  framesOf?: (page: CreatorPage) => readonly string[];
  /** Returns the `Link` header of a page. */
  linksOf?: (page: CreatorPage) => string | undefined;
  /** Returns the memory that a page takes in addition to its documents. */
  weigh?: (page: CreatorPage) => number;
  maxPages?: number;
  maxBytes?: number;
  timeoutMs?: number;
  /** Returns the time (of `performance.now()`) until which all committed changes have been applied; without it every change is applied at once. */
  appliedUntil?: () => number;
  /** Returns the time of the database's clock in milliseconds since 1970; without it no page changes by schedule. */
  databaseTime?: () => number;
}): PageCache {
  const { maxPages = MAX_PAGES, maxBytes = MAX_BYTES, timeoutMs = STALE_TIMEOUT_MS } = options;
  const { appliedUntil = () => Number.POSITIVE_INFINITY, databaseTime = () => Number.NEGATIVE_INFINITY } =
    options;
  const entries = new LRUCache<string, Entry>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });
  const encoders = pLimit(MAX_ENCODERS);
  const loads = new Map<string, Load>();
  const running = new Set<Load>();

  /** While notifications of changes may be missing, a page is read again once a second at most. */
  const isVerified = (entry: Entry) =>
    !entry.unverified && performance.now() - Math.max(appliedUntil(), entry.readAt) < UNVERIFIED_MS;

  /** Returns whether a page has certainly changed: by a notification, or because one of its tiles has started or ended. */
  const isOutdated = ({ stale, page }: Entry) =>
    stale || (page.changesAt !== null && databaseTime() >= page.changesAt.getTime());

  const start = (handle: string): Load => {
    const changed = new Set<PageInvalidation>();
    const readAt = performance.now();
    const read = async () => {
      const page = await options.load(handle);
      if (!page) {
        entries.delete(handle);
        return undefined;
      }
      const stale = changed.has(page.creator.id);
      const same = entries.peek(handle);
      // The first view has no content but the page that was read, so an equal page is not rendered again.
      const isSame = same && !same.stale && !stale && isDeepStrictEqual(same.page, page);
      const entry: Entry = {
        page,
        stale,
        unverified: changed.has(null),
        readAt,
        closedViews: new Map(isSame && same?.base ? [[0, Promise.resolve(same.base)]] : []),
        openViews: new Map(),
        productPages: new Map(),
        queue: same?.queue ?? createViewQueue(),
        bytes: options.weigh?.(page) ?? 0,
      };
      if (isSame && same.base) {
        entry.base = same.base;
        entry.bytes += sizeOf(same.base);
      }
      entries.set(handle, entry);
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

  /** Adds to the size of an entry. */
  const grow = (handle: string, entry: Entry, size: number) => {
    // An entry that was replaced or evicted meanwhile no longer counts.
    if (entries.peek(handle) !== entry) return;
    // The size of a value that is set again is not calculated again.
    entries.delete(handle);
    entry.bytes += size;
    entries.set(handle, entry);
  };

  const encode = (entry: Entry, html: string, frames?: readonly string[]): HtmlBytes => {
    const links = options.linksOf?.(entry.page);
    return { ...encodeHtml(html, frames), ...(links && { links }) };
  };

  const renderPage = (
    handle: string,
    entry: Entry,
    { openTileId, from, client }: PageView & { client: string },
  ): Promise<HtmlBytes> => {
    const [views, key] = openTileId === null ? [entry.closedViews, from] : [entry.openViews, openTileId];
    const { framesOf, render: renderView } = options;
    const render = async () =>
      encode(entry, await renderView(entry.page, { openTileId, from }), framesOf?.(entry.page));
    const isFirst = openTileId === null && from === 0;
    const document = isFirst ? render() : entry.queue.add(openTileId === null ? null : client, render);
    views.set(key, document);
    const evict = () => views.delete(key);
    document.then((html) => {
      if (isFirst) entry.base = html;
      else if (entry.bytes + sizeOf(html) > maxBytes) return evict();
      if (entry.openViews.size > MAX_OPEN_TILES && openTileId !== null) return evict();
      grow(handle, entry, sizeOf(html));
    }, evict);
    return document;
  };

  const renderProduct = (
    handle: string,
    entry: Entry,
    { slug, client }: { slug: string; client: string },
  ): Promise<HtmlBytes | undefined> => {
    // Looked up before it is queued, so that requests for unknown products delay no others.
    const find = async () => {
      const render = await options.findProduct?.(entry.page, slug);
      if (!render) return undefined;
      return entry.queue.add(client, async () => encode(entry, await render()));
    };
    const document = find();
    entry.productPages.set(slug, document);
    const evict = () => entry.productPages.delete(slug);
    document.then((html) => {
      if (!html || entry.bytes + sizeOf(html) > maxBytes || entry.productPages.size > MAX_PRODUCTS)
        return evict();
      grow(handle, entry, sizeOf(html));
    }, evict);
    return document;
  };

  const encodeWhole = (handle: string, entry: Entry): Promise<Buffer> => {
    const json = encoders(async () => options.encodeWhole?.(handle)).then((bytes) => {
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

  return {
    async get(handle, openTileId, from = 0, client = "") {
      const key = handle.toLowerCase();
      const entry = await find(key);
      if (!entry) return undefined;
      const view = resolveView(entry.page, { openTileId, from });
      const known =
        view.openTileId === null ? entry.closedViews.get(view.from) : entry.openViews.get(view.openTileId);
      return known ?? renderPage(key, entry, { ...view, client });
    },
    async getProduct(handle, slug, client = "") {
      const key = handle.toLowerCase();
      const entry = await find(key);
      return entry && (entry.productPages.get(slug) ?? renderProduct(key, entry, { slug, client }));
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
      const entry = entries.get(handle.toLowerCase());
      return entry?.base && !isOutdated(entry) && isVerified(entry) ? entry.base : undefined;
    },
    invalidate(change) {
      // Later requests must not receive what was read before the change.
      loads.clear();
      for (const load of running) load.changed.add(change);
      for (const entry of entries.values()) {
        if (change === null) entry.unverified = true;
        if (entry.page.creator.id === change) entry.stale = true;
      }
    },
  };
}
