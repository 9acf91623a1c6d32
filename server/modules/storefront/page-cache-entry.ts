import { type HtmlBytes, plainOf } from "../../platform/http/html.ts";
import type { PageInvalidation } from "../../platform/page-invalidation.ts";
import type { PageStore } from "./page-store.ts";
import type { CreatorPage, PageView } from "./service.ts";
import type { ViewQueue } from "./view-queue.ts";

export const MAX_PAGES = 2_000;
export const MAX_BYTES = 48 * 1024 * 1024;
/** How long a request for a cached page waits for a newer one. */
export const STALE_TIMEOUT_MS = 2_000;
/** How long a page is served without proof that it has not changed. */
export const UNVERIFIED_MS = 1_000;
/** How long a request waits for that proof. Waiting longer for a slow database would only delay the page. */
export const VERIFY_MS = 250;

/** A creator's page in the cache, with what was rendered of it. */
export type Entry = {
  page: CreatorPage;
  /** True once it is known to have changed. */
  stale: boolean;
  /** True when changes may have been missed since it was read. */
  unverified: boolean;
  /** When its read started. */
  readAt: number;
  /** By the index of the first tile. Contains documents that are still being rendered, so that concurrent requests share one rendering. */
  closedViews: Map<number, Promise<HtmlBytes>>;
  /** The same with a tile open, by its id. */
  openViews: Map<number, Promise<HtmlBytes>>;
  /** The pages of products, by their slug. */
  productPages: Map<string, Promise<HtmlBytes | undefined>>;
  /** The first tiles with none open, once they are rendered. */
  base?: HtmlBytes;
  /** Everything about the page, as the API returns it, compressed: a thousand tiles would be megabytes more. */
  json?: Promise<Buffer>;
  /** Renders all views but the first one at a time, also when the page changes meanwhile. */
  queue: ViewQueue;
  /** Identifies the page's data and all else that it is rendered from; calculated when it is needed. */
  fingerprint?: string;
  /** True when its first view is from the store, until it is counted. */
  isRestored: boolean;
  /** The size of the page and its rendered documents. */
  bytes: number;
};

export type PageCache = {
  /**
   * Returns the bytes of a page from the tile with index `from` on, or with one of its tiles open; undefined for an unknown handle.
   * Throws when it must be read and cannot be, and 503 when too many views of it wait.
   */
  get(
    handle: string,
    openTileId: number | null,
    from?: number,
    client?: string,
  ): Promise<HtmlBytes | undefined>;
  /** Returns the page of a product; undefined for an unknown handle, or when the creator has no such product for sale. Throws as `get`. */
  getProduct(handle: string, slug: string, client?: string): Promise<HtmlBytes | undefined>;
  /** Returns the creator of a handle; undefined for an unknown one. */
  findCreatorId(handle: string): Promise<number | undefined>;
  /** Returns true if the page was last read with more tiles than one response contains. */
  isLong(handle: string): boolean;
  /** Returns the page with all its tiles as JSON, compressed with gzip; undefined for an unknown handle. */
  getJson(handle: string): Promise<Buffer | undefined>;
  /** Returns the bytes of a page with no tile open if they are cached and current. */
  peek(handle: string): HtmlBytes | undefined;
  invalidate(change: PageInvalidation): void;
  stats(): CacheStats;
};

/** Requests for pages since the start, by where the page came from, and what is kept now. */
export type CacheStats = {
  requests: { memory: number; store: number; rendered: number };
  pages: number;
  bytes: number;
};

/** A read in progress, and the creators whose pages have changed since it started. */
export type Load = { result: Promise<Entry | undefined>; changed: Set<PageInvalidation> };

/** Returns roughly the memory that a document takes: compressed for all kinds of browsers, HTML takes about half as much again. */
export const sizeOf = (html: HtmlBytes) => Math.ceil(1.5 * plainOf(html).length);

/** How pages are read and rendered, and the bounds of what is kept. */
export type PageCacheOptions = {
  load: (handle: string) => Promise<CreatorPage | undefined>;
  /** Returns what the API returns for a page, as compressed JSON. */
  encodeWhole?: (handle: string, page: CreatorPage) => Promise<Buffer | undefined>;
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
  /** The memory for the starts of pages that do not fit with their data. */
  maxCompactBytes?: number;
  /** The second level, for the starts of pages. */
  store?: PageStore | undefined;
  /** Names what pages are rendered from beside their data: the release and the settings. */
  rendering?: string;
  timeoutMs?: number;
  /** Returns the time (of `performance.now()`) until which all committed changes have been applied; without it every change is applied at once. */
  appliedUntil?: () => number;
  /** Returns the time of the database's clock in milliseconds since 1970; without it no page changes by schedule. */
  databaseTime?: () => number;
};
