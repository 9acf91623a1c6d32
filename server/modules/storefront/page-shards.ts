import { createHash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DRAFT } from "./page-file.ts";

const SHARDS = 256;
/** A page of a deleted account is gone after this time, wherever it was stored. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
/** A draft that is older belongs to a process that died while it wrote. */
const MAX_DRAFT_AGE_MS = 10 * 60 * 1000;
/** Each shard is looked through once an hour. */
const SWEEP_MS = (60 * 60 * 1000) / SHARDS;

type Shard = { pages: number; bytes: number };

/** Keeps the folders of stored pages within their size, and forgets what is old. */
export function createPageShards({
  folder,
  maxBytes,
  writers,
}: {
  folder: string;
  maxBytes: number;
  /** The processes that write into the folder: each knows only what it wrote itself. */
  writers: number;
}) {
  const maxShardBytes = maxBytes / SHARDS;
  const shards = new Map<string, Shard>();
  let swept = 0;

  /** Looks through a shard: deletes what is too old or too much, the oldest first. */
  const trim = async (name: string): Promise<Shard> => {
    const left = { pages: 0, bytes: 0 };
    // Room for more, so that the next page does not look through the shard again.
    const limit = maxShardBytes * 0.9;
    for (const { path, bytes, at } of await listFiles(join(folder, name))) {
      const isDraft = path.endsWith(DRAFT);
      const isOld = Date.now() - at > (isDraft ? MAX_DRAFT_AGE_MS : MAX_AGE_MS);
      if (isOld || left.bytes + bytes > limit) {
        await rm(path, { force: true });
      } else {
        left.bytes += bytes;
        if (!isDraft) left.pages += 1;
      }
    }
    shards.set(name, left);
    return left;
  };

  const sweep = setInterval(() => {
    const name = shardNames[swept % SHARDS] ?? "";
    swept += 1;
    trim(name).catch(() => undefined);
  }, SWEEP_MS).unref();

  return {
    /** A larger file would push out a whole shard. */
    maxShardBytes,
    /** Returns the file of a handle: a new version of its page replaces the one before. */
    placeOf(handle: string): { shard: string; path: string } {
      const digest = createHash("sha256").update(handle).digest("hex");
      const shard = digest.slice(0, 2);
      return { shard, path: join(folder, shard, digest.slice(2, 34)) };
    },
    /** Counts a file that was written, and trims its shard when that is full. */
    async count(shard: string, bytes: number): Promise<void> {
      // The first look at a shard counts the file that was just written.
      const known = shards.get(shard);
      if (!known) return void (await trim(shard));
      known.pages += 1;
      known.bytes += bytes * writers;
      if (known.bytes > maxShardBytes) await trim(shard);
    },
    /** Returns what is stored, by all processes. */
    async stats(): Promise<Shard> {
      for (const name of shardNames) if (!shards.has(name)) await trim(name);
      const all = [...shards.values()];
      const sum = (field: keyof Shard) => all.reduce((total, shard) => total + shard[field], 0);
      return { pages: sum("pages"), bytes: sum("bytes") };
    },
    stop: () => clearInterval(sweep),
  };
}

const shardNames = Array.from({ length: SHARDS }, (_, shard) => shard.toString(16).padStart(2, "0"));

async function listFiles(folder: string): Promise<{ path: string; bytes: number; at: number }[]> {
  const files: { path: string; bytes: number; at: number }[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found) files.push({ path, bytes: found.size, at: found.mtimeMs });
  }
  return files.sort((a, b) => b.at - a.at);
}
