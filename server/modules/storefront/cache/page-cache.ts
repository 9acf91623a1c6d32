import pLimit from "p-limit";
import { TILES_PER_RESPONSE } from "../../../../contract/rules/limits.ts";
import { encodeHtml, type HtmlBytes } from "../../../platform/http/html.ts";
import type { PageInvalidation } from "../../../platform/page-invalidation.ts";
import { type CreatorPage, type PageView, resolveView } from "../service.ts";
import { createKeptViews, type KeptViewsOptions, type View } from "./kept-views.ts";
import { createViewQueue, type ViewQueue } from "./view-queue.ts";

/**
 * The number of complete pages that are encoded at a time. Each takes several times its size of up to 8 MB.
 */
const MAX_ENCODERS = 1;

export type PageCache = {
  /**
   * Returns the bytes of a page from the tile with index `from` on, or with a tile open. Undefined for an
   * unknown handle. Throws if reading fails, and 503 if too many of the page's views wait.
   */
  get(
    handle: string,
    openTileId: number | null,
    from?: number,
    client?: string,
  ): Promise<HtmlBytes | undefined>;
  /**
   * Returns the page of a product, or undefined if the handle is unknown or the product is not for sale.
   * Throws like `get`.
   */
  getProduct(handle: string, slug: string, client?: string): Promise<HtmlBytes | undefined>;
  /** Returns the creator of a handle, or undefined if it is unknown. */
  findCreatorId(handle: string): Promise<number | undefined>;
  /** Returns whether the page had more tiles than one response contains when it was last read. */
  isLong(handle: string): boolean;
  /** Returns the page with all its tiles as JSON, compressed with gzip. Undefined for an unknown handle. */
  getJson(handle: string): Promise<Buffer | undefined>;
  /** Returns the bytes of a page without an open tile if they are cached and current. */
  peek(handle: string): HtmlBytes | undefined;
  invalidate(change: PageInvalidation): void;
  stats(): CacheStats;
};

/** The number of page requests since the start by source, and the current size of the cache. */
export type CacheStats = {
  requests: { memory: number; rendered: number };
  pages: number;
  bytes: number;
};

/** Functions that read and render pages, and the limits of the cache. */
export type PageCacheOptions = KeptViewsOptions & {
  load: (handle: string) => Promise<CreatorPage | undefined>;
  /** Returns the API's response for a page as compressed JSON. */
  encodeWhole?: (handle: string, page: CreatorPage) => Promise<Buffer | undefined>;
  render: (page: CreatorPage, view: PageView) => Promise<string>;
  /** Returns a function that renders the page of a product, or undefined if the creator does not sell it. */
  findProduct?: (page: CreatorPage, slug: string) => Promise<(() => Promise<string>) | undefined>;
  /** Returns the origins that a page may show in frames. */
  framesOf?: (page: CreatorPage) => readonly string[];
  /** Returns the `Link` header of a page. */
  linksOf?: (page: CreatorPage) => string | undefined;
};

/** Caches the views of creators' pages in the form in which they are sent. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const kept = createKeptViews(options);
  const renderInTurn = createQueues();
  const encoders = pLimit(MAX_ENCODERS);
  const requests = { memory: 0, rendered: 0 };

  /** Loads a page for one of its views. */
  const loadView = async (
    handle: string,
    make: (page: CreatorPage) => Promise<Pick<View, "html" | "json"> | undefined>,
  ): Promise<View | undefined> => {
    const page = await options.load(handle);
    const made = page && (await make(page));
    return made && { ...made, creatorId: page.creator.id, tileIds: page.tileIds, changesAt: page.changesAt };
  };

  const toHtml = (page: CreatorPage, text: string, frames?: readonly string[]): { html: HtmlBytes } => {
    const links = options.linksOf?.(page);
    return {
      html: {
        ...encodeHtml(text, frames),
        ...(links && { links }),
        ...(page.changesAt && { changesAt: page.changesAt.getTime() }),
      },
    };
  };
  const renderView = (handle: string, view: PageView) =>
    loadView(handle, async (page) =>
      toHtml(page, await options.render(page, view), options.framesOf?.(page)),
    );
  const findStart = (handle: string) =>
    kept.find(keyOf.start(handle), () => renderView(handle, { openTileId: null, from: 0 }));

  const count = (key: string) => {
    requests[kept.findCurrent(key) || kept.isLoading(key) ? "memory" : "rendered"] += 1;
  };

  return {
    async get(name, openTileId, from = 0, client = "") {
      const handle = name.toLowerCase();
      const isStart = openTileId === null && from === 0;
      if (isStart) count(keyOf.start(handle));
      const start = await findStart(handle);
      if (!start || isStart) return start?.html;
      const view = resolveView(start, { openTileId, from });
      if (view.openTileId === null && view.from === 0) return start.html;
      const key = keyOf.view(handle, view);
      count(key);
      const render = () => renderView(handle, view);
      const limited = view.openTileId === null ? null : client;
      return (await kept.find(key, () => renderInTurn(handle, limited, render)))?.html;
    },
    async getProduct(name, slug, client = "") {
      const handle = name.toLowerCase();
      const make = async (page: CreatorPage) => {
        // Look the product up before queueing, so that requests for unknown products do not delay others.
        const render = await options.findProduct?.(page, slug);
        return render && renderInTurn(handle, client, async () => toHtml(page, await render()));
      };
      return (await kept.find(keyOf.product(handle, slug), () => loadView(handle, make)))?.html;
    },
    async findCreatorId(name) {
      return (await findStart(name.toLowerCase()))?.creatorId;
    },
    isLong(name) {
      const handle = name.toLowerCase();
      const last = [keyOf.start(handle), keyOf.json(handle)].map(kept.findLast);
      return last.some((view) => view && view.tileIds.length > TILES_PER_RESPONSE);
    },
    async getJson(name) {
      const handle = name.toLowerCase();
      const make = async (page: CreatorPage) => {
        const json = await encoders(async () => options.encodeWhole?.(handle, page));
        return json && { json };
      };
      return (await kept.find(keyOf.json(handle), () => loadView(handle, make)))?.json;
    },
    peek(name) {
      const html = kept.findCurrent(keyOf.start(name.toLowerCase()))?.html;
      if (html) requests.memory += 1;
      return html;
    },
    stats: () => ({ requests, ...kept.stats() }),
    invalidate: kept.invalidate,
  };
}

/** The keys of views. They are distinct, whatever text a URL contains. */
const keyOf = {
  start: (handle: string) => `@${handle}`,
  view: (handle: string, { openTileId, from }: PageView) =>
    openTileId === null ? `from ${from} @${handle}` : `tile ${openTileId} @${handle}`,
  json: (handle: string) => `json @${handle}`,
  product: (handle: string, slug: string) => JSON.stringify([handle, slug]),
};

/**
 * Returns a function that renders the views of a page, except its start, one at a time. They share a queue
 * even if the page changes.
 */
function createQueues() {
  const queues = new Map<string, { queue: ViewQueue; users: number }>();
  return async <T>(handle: string, client: string | null, render: () => Promise<T>): Promise<T> => {
    const entry = queues.get(handle) ?? { queue: createViewQueue(), users: 0 };
    queues.set(handle, entry);
    entry.users += 1;
    try {
      return await entry.queue.add(client, render);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) queues.delete(handle);
    }
  };
}
