import { compactHtml, encodeHtml, type HtmlBytes } from "../../platform/http/html.ts";
import { type Entry, type PageCacheOptions, sizeOf } from "./page-cache-entry.ts";
import type { CreatorPage, PageView } from "./service.ts";

const MAX_OPEN_TILES = 20;
const MAX_PRODUCTS = 40;

type Deps = PageCacheOptions & {
  maxBytes: number;
  /** Adds to the size of an entry. */
  grow: (handle: string, entry: Entry, size: number) => void;
  isCurrent: (handle: string, entry: Entry) => boolean;
  fingerprintOf: (page: CreatorPage) => string;
};

/** Returns the functions that render the documents of a page, and keep them with its entry if they fit. */
export function createPageViews(deps: Deps) {
  const { maxBytes, grow, store } = deps;

  const encode = (entry: Entry, html: string, frames?: readonly string[]): HtmlBytes => {
    const links = deps.linksOf?.(entry.page);
    return timed({ ...encodeHtml(html, frames), ...(links && { links }) }, entry.page);
  };

  const storeLater = (handle: string, entry: Entry, html: HtmlBytes) => {
    entry.fingerprint ??= deps.fingerprintOf(entry.page);
    store?.add(handle, { key: entry.fingerprint, html: compactHtml(html) });
  };

  return {
    render(
      handle: string,
      entry: Entry,
      { openTileId, from, client }: PageView & { client: string },
    ): Promise<HtmlBytes> {
      const [views, key] = openTileId === null ? [entry.closedViews, from] : [entry.openViews, openTileId];
      const { framesOf, render: renderView } = deps;
      const render = async () =>
        encode(entry, await renderView(entry.page, { openTileId, from }), framesOf?.(entry.page));
      const isFirst = openTileId === null && from === 0;
      const document = isFirst ? render() : entry.queue.add(openTileId === null ? null : client, render);
      views.set(key, document);
      const evict = () => views.delete(key);
      document.then((html) => {
        if (isFirst) {
          entry.base = html;
          if (store && deps.isCurrent(handle, entry)) storeLater(handle, entry, html);
        } else if (entry.bytes + sizeOf(html) > maxBytes) return evict();
        if (entry.openViews.size > MAX_OPEN_TILES && openTileId !== null) return evict();
        grow(handle, entry, sizeOf(html));
      }, evict);
      return document;
    },
    renderProduct(
      handle: string,
      entry: Entry,
      { slug, client }: { slug: string; client: string },
    ): Promise<HtmlBytes | undefined> {
      // Looked up before it is queued, so that requests for unknown products delay no others.
      const find = async () => {
        const render = await deps.findProduct?.(entry.page, slug);
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
    },
  };
}

export const timed = (html: HtmlBytes, { changesAt }: Pick<CreatorPage, "changesAt">): HtmlBytes =>
  changesAt ? { ...html, changesAt: changesAt.getTime() } : html;
