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
  /** Everything about the page, as the API returns it. */
  json?: Promise<Buffer>;
  /** Renders all views but the first one at a time, also when the page changes meanwhile. */
  queue: ViewQueue;
  /** The size of the page and its rendered documents. */
  bytes: number;
};

/** A read in progress, and the creators whose pages have changed since it started. */
export type Load = { result: Promise<Entry | undefined>; changed: Set<PageInvalidation> };

/** Returns the memory that a document takes at most: compressed for all kinds of browsers, HTML takes less than as much again. */
export const sizeOf = ({ plain }: HtmlBytes) => 2 * plain.length;
