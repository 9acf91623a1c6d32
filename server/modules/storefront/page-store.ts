import { rm } from "node:fs/promises";
import type { HtmlBytes } from "../../platform/http/html.ts";
import type { Log } from "../../platform/log/index.ts";
import { encodePage, readPage, type StorablePage, writePage } from "./page-file.ts";
import { createPageShards } from "./page-shards.ts";

/** Larger pages, of which a store has few, would push out many others. */
const MAX_PAGE_BYTES = 256 * 1024;
/** A page that changes again within this time is written once. */
const WRITE_DELAY_MS = 1_000;
/** Some 10 MB. On a disk that is slower than rendering, the oldest are not stored. */
const MAX_WAITING = 1_000;
/** Pages that are written at once: while many are rendered, each step of a write waits for a turn of the event loop. */
const MAX_WRITES = 32;
/** After a failed write, such as on a full disk, none is tried for this time. */
const PAUSE_MS = 60_000;

/** The second level of the page cache: pages as files, which all processes of a machine and a restart share. A file is used only by a reader that knows, from the database, the key of what the page is now. So an outdated file, or one of another release, is never served. */
export type PageStore = {
  /** Returns the page of a handle in a compact form if it is stored under this key. */
  read(handle: string, key: string): Promise<HtmlBytes | undefined>;
  /** Stores a page a little later. */
  add(handle: string, page: StorablePage): void;
  delete(handle: string): void;
  /** Returns what is stored, by all processes. */
  stats(): Promise<{ pages: number; bytes: number }>;
  /** Stores what waits. */
  stop(): Promise<void>;
};

export type PageStoreOptions = {
  folder: string;
  maxBytes: number;
  /** The processes that write into the folder: each knows only what it wrote itself. */
  writers: number;
  /** Returns whether the disk has room for what can be rendered again. */
  hasRoom: () => Promise<boolean>;
  log: Pick<Log, "warn">;
};

/** Opens a folder of stored pages. */
export function createPageStore({ hasRoom, log, ...options }: PageStoreOptions): PageStore {
  const shards = createPageShards(options);
  const waiting = new Map<string, StorablePage>();
  const reads = new Map<string, Promise<HtmlBytes | undefined>>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let pausedUntil = 0;

  const write = async (handle: string, page: StorablePage) => {
    const contents = encodePage(page);
    if (!contents || contents.length > Math.min(MAX_PAGE_BYTES, shards.maxShardBytes)) return;
    const { shard, path } = shards.placeOf(handle);
    await writePage(path, contents);
    await shards.count(shard, contents.length);
  };

  const flush = async () => {
    const pages = [...waiting];
    waiting.clear();
    if (Date.now() < pausedUntil || pages.length === 0) return;
    try {
      if (!(await hasRoom())) throw new Error("the reserve of disk space");
      for (let start = 0; start < pages.length; start += MAX_WRITES) {
        const part = pages.slice(start, start + MAX_WRITES);
        const written = await Promise.allSettled(part.map(([handle, page]) => write(handle, page)));
        const failed = written.find((result) => result.status === "rejected");
        if (failed) throw failed.reason;
      }
    } catch (error) {
      pausedUntil = Date.now() + PAUSE_MS;
      log.warn({ err: error }, "pages cannot be stored; they are rendered instead");
    }
  };
  const flushInTurn = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(flush);
    return writing;
  };

  return {
    read(handle, key) {
      const name = `${key} ${handle}`;
      const known = reads.get(name);
      if (known) return known;
      const read = readPage(shards.placeOf(handle).path, key);
      reads.set(name, read);
      void read.finally(() => reads.delete(name));
      return read;
    },
    add(handle, page) {
      waiting.set(handle, page);
      const [oldest = ""] = waiting.keys();
      if (waiting.size > MAX_WAITING) waiting.delete(oldest);
      timer ??= setTimeout(flushInTurn, WRITE_DELAY_MS).unref();
    },
    delete(handle) {
      waiting.delete(handle);
      rm(shards.placeOf(handle).path, { force: true }).catch(() => undefined);
    },
    stats: shards.stats,
    async stop() {
      shards.stop();
      await flushInTurn();
    },
  };
}
