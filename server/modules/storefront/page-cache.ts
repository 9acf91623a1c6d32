import { setTimeout as delay } from "node:timers/promises";
import { encodeHtml, type HtmlBytes } from "../../platform/http/html.ts";
import type { PageChange } from "../../platform/page-changes.ts";
import type { CreatorPage } from "./service.ts";

const MAX_PAGES = 2_000;
const MAX_OPEN_TILES = 20;
const MAX_BYTES = 128 * 1024 * 1024;
/** How long the visitor of a page that is kept waits for a newer one. */
const PATIENCE_MS = 2_000;

type Entry = {
  page: CreatorPage;
  stale: boolean;
  /** By the open tile; also those still being drawn, so that a page is drawn once for all who wait. */
  documents: Map<number | null, Promise<HtmlBytes>>;
  /** The one with no tile open, once it is drawn. */
  closed?: HtmlBytes;
  /** Of the documents that are drawn. */
  bytes: number;
};
/** A read under way, and whose pages changed since it began. */
type Load = { result: Promise<Entry | undefined>; changed: Set<PageChange> };

export type PageCache = {
  /** The bytes of a page, with one of its tiles open or none; undefined when nobody has the handle. Throws when it must be read and cannot be. */
  get(handle: string, openTileId: number | null): Promise<HtmlBytes | undefined>;
  /** The bytes of a page with no tile open, when they are at hand and still the truth. */
  peek(handle: string): HtmlBytes | undefined;
  drop(change: PageChange): void;
};

/** Keeps creators' pages as they are sent. A page that may be out of date is made again, or sent as it is while the database is away or silent. */
export function createPageCache(options: {
  load: (handle: string) => Promise<CreatorPage | undefined>;
  render: (page: CreatorPage, openTileId: number | null) => Promise<string>;
  maxPages?: number;
  maxBytes?: number;
  patienceMs?: number;
}): PageCache {
  const { maxPages = MAX_PAGES, maxBytes = MAX_BYTES, patienceMs = PATIENCE_MS } = options;
  /** The one that was asked for last stands last. */
  const entries = new Map<string, Entry>();
  const loads = new Map<string, Load>();
  const running = new Set<Load>();
  let bytes = 0;

  const remove = (handle: string) => {
    bytes -= entries.get(handle)?.bytes ?? 0;
    entries.delete(handle);
  };
  const put = (handle: string, entry: Entry) => {
    remove(handle);
    entries.set(handle, entry);
    bytes += entry.bytes;
    for (const oldest of entries.keys()) {
      if (entries.size <= maxPages && bytes <= maxBytes) return;
      remove(oldest);
    }
  };

  const start = (handle: string): Load => {
    const changed = new Set<PageChange>();
    const read = async () => {
      const page = await options.load(handle);
      if (!page) {
        remove(handle);
        return undefined;
      }
      const entry: Entry = {
        page,
        stale: changed.has(null) || changed.has(page.creator.id),
        documents: new Map(),
        bytes: 0,
      };
      put(handle, entry);
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
    if (kept && !kept.stale) return kept;
    const { result } = loads.get(handle) ?? start(handle);
    if (!kept) return result;
    return Promise.race([result.catch(() => kept), delay(patienceMs, kept, { ref: false })]);
  };

  const draw = (handle: string, entry: Entry, open: number | null): Promise<HtmlBytes> => {
    const document = options.render(entry.page, open).then(encodeHtml);
    entry.documents.set(open, document);
    const forget = () => entry.documents.delete(open);
    document.then((html) => {
      const { plain, br, gzip } = html;
      if (open === null) entry.closed = html;
      if (open !== null && entry.documents.size > MAX_OPEN_TILES) return forget();
      // An entry that was replaced or left out meanwhile counts no more.
      if (entries.get(handle) !== entry) return;
      remove(handle);
      entry.bytes += plain.length + br.length + gzip.length;
      put(handle, entry);
    }, forget);
    return document;
  };

  return {
    async get(handle, openTileId) {
      const key = handle.toLowerCase();
      const entry = await find(key);
      if (!entry) return undefined;
      const open = entry.page.tiles.some((tile) => tile.id === openTileId) ? openTileId : null;
      if (entries.get(key) === entry) put(key, entry);
      return entry.documents.get(open) ?? draw(key, entry, open);
    },
    peek(handle) {
      const key = handle.toLowerCase();
      const entry = entries.get(key);
      if (!entry?.closed || entry.stale) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.closed;
    },
    drop(change) {
      // Whoever asks from now on must not be given what was read before the change.
      loads.clear();
      for (const load of running) load.changed.add(change);
      for (const entry of entries.values()) {
        if (change === null || entry.page.creator.id === change) entry.stale = true;
      }
    },
  };
}
