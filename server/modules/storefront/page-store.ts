import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type HtmlBytes, trimBuffer } from "../../platform/http/html.ts";
import type { Log } from "../../platform/log/index.ts";

const SHARDS = 256;
/** Larger pages, of which a store has few, would push out many others. */
const MAX_PAGE_BYTES = 256 * 1024;
/** A page of a deleted account is gone after this time, wherever it was stored. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
/** A draft that is older belongs to a process that died while it wrote. */
const MAX_DRAFT_AGE_MS = 10 * 60 * 1000;
/** Each shard is looked through once an hour. */
const SWEEP_MS = (60 * 60 * 1000) / SHARDS;
/** A page that changes again within this time is written once. */
const WRITE_DELAY_MS = 1_000;
/** Some 10 MB. On a disk that is slower than rendering, the oldest are not stored. */
const MAX_WAITING = 1_000;
/** Pages that are written at once: while many are rendered, each step of a write waits for a turn of the event loop. */
const MAX_WRITES = 32;
/** After a failed write, such as on a full disk, none is tried for this time. */
const PAUSE_MS = 60_000;

/** The first line of a file; the page as brotli follows it. */
const Head = z.object({
  key: z.string(),
  hash: z.string(),
  creatorId: z.number(),
  links: z.string().optional(),
  frames: z.array(z.string()).optional(),
  /** Of the bytes: after a power cut a file may have its name, but not its contents. */
  sum: z.string(),
});

/** A page to be stored in a compact form, with the name of its contents and of all else that it was rendered from. */
export type StorablePage = { key: string; html: HtmlBytes };

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

type Shard = { pages: number; bytes: number };

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the operations share the state of the folder
export function createPageStore({ folder, maxBytes, writers, hasRoom, log }: PageStoreOptions): PageStore {
  const waiting = new Map<string, StorablePage>();
  const shards = new Map<string, Shard>();
  const reads = new Map<string, Promise<HtmlBytes | undefined>>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let pausedUntil = 0;
  let swept = 0;

  /** Looks through a shard: deletes what is too old or too much, the oldest first. */
  const trim = async (shard: string): Promise<Shard> => {
    const path = join(folder, shard);
    const files: { path: string; bytes: number; at: number }[] = [];
    for (const name of await readdir(path).catch(() => [])) {
      const file = join(path, name);
      const found = await stat(file).catch(() => undefined);
      if (found) files.push({ path: file, bytes: found.size, at: found.mtimeMs });
    }
    files.sort((a, b) => b.at - a.at);
    const left = { pages: 0, bytes: 0 };
    // Room for more, so that the next page does not look through the shard again.
    const limit = (maxBytes / SHARDS) * 0.9;
    for (const { path: file, bytes, at } of files) {
      const age = Date.now() - at;
      const isDraft = file.endsWith(DRAFT);
      if (age > (isDraft ? MAX_DRAFT_AGE_MS : MAX_AGE_MS) || left.bytes + bytes > limit) {
        await rm(file, { force: true });
      } else {
        left.bytes += bytes;
        if (!isDraft) left.pages += 1;
      }
    }
    shards.set(shard, left);
    return left;
  };

  const sweep = setInterval(() => {
    const shard = shardNames[swept % SHARDS] ?? "";
    swept += 1;
    trim(shard).catch(() => undefined);
  }, SWEEP_MS).unref();

  const write = async (handle: string, { key, html }: StorablePage) => {
    const bytes = html.encoded.br;
    if (!bytes || bytes.length > MAX_PAGE_BYTES) return;
    const { shard, path } = placeOf(folder, handle);
    const known = shards.get(shard) ?? (await trim(shard));
    const { hash, creatorId = 0, links, frames } = html;
    const head = JSON.stringify({ key, hash, creatorId, links, frames, sum: sumOf(bytes) });
    const contents = Buffer.concat([Buffer.from(`${head}\n`), bytes]);
    if (contents.length > maxBytes / SHARDS) return;
    const draft = `${path}.${randomUUID()}${DRAFT}`;
    try {
      await writeFile(draft, contents, { mode: 0o600 }).catch(async () => {
        await mkdir(join(folder, shard), { recursive: true, mode: 0o700 });
        await writeFile(draft, contents, { mode: 0o600 });
      });
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
    known.pages += 1;
    known.bytes += contents.length * writers;
    if (known.bytes > maxBytes / SHARDS) await trim(shard);
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
      const read = readPage(placeOf(folder, handle).path, key);
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
      rm(placeOf(folder, handle).path, { force: true }).catch(() => undefined);
    },
    async stats() {
      for (const shard of shardNames) if (!shards.has(shard)) await trim(shard);
      const all = [...shards.values()];
      const sum = (field: keyof Shard) => all.reduce((total, shard) => total + shard[field], 0);
      return { pages: sum("pages"), bytes: sum("bytes") };
    },
    async stop() {
      clearInterval(sweep);
      await flushInTurn();
    },
  };
}

const DRAFT = ".draft";
const shardNames = Array.from({ length: SHARDS }, (_, shard) => shard.toString(16).padStart(2, "0"));

/** Returns the file of a handle: a new version of its page replaces the one before. */
function placeOf(folder: string, handle: string): { shard: string; path: string } {
  const digest = createHash("sha256").update(handle).digest("hex");
  const shard = digest.slice(0, 2);
  return { shard, path: join(folder, shard, digest.slice(2, 34)) };
}

const sumOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("base64url");

/** Returns the page in a file; undefined when there is none, or another or a damaged one. */
async function readPage(path: string, key: string): Promise<HtmlBytes | undefined> {
  try {
    const contents = await readFile(path);
    const end = contents.indexOf("\n");
    const head = Head.parse(JSON.parse(contents.toString("utf8", 0, end)));
    const bytes = contents.subarray(end + 1);
    if (head.key !== key || head.sum !== sumOf(bytes)) return undefined;
    const { hash, creatorId, links, frames } = head;
    const encoded = { br: trimBuffer(bytes) };
    return { encoded, hash, creatorId, ...(links && { links }), ...(frames && { frames }) };
  } catch {
    return undefined;
  }
}
