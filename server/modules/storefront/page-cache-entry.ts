import type { HtmlBytes } from "../../platform/http/html.ts";
import type { PageInvalidation } from "../../platform/page-invalidation.ts";
import type { CreatorPage } from "./service.ts";
import type { ViewQueue } from "./view-queue.ts";

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
  /** The size of the page and its rendered documents. */
  bytes: number;
};

export type PageCache = {
  /** Returns the bytes of a page from the tile with index `from` on, or with one of its tiles open; undefined for an unknown handle. Throws when it must be read and cannot be, and 503 when too many views of it wait, in total or for the client. */
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
};

/** A read in progress, and the creators whose pages have changed since it started. */
export type Load = { result: Promise<Entry | undefined>; changed: Set<PageInvalidation> };

/** Returns roughly the memory that a document takes: compressed for all kinds of browsers, HTML takes about half as much again. */
export const sizeOf = ({ plain }: HtmlBytes) => Math.ceil(1.5 * plain.length);
