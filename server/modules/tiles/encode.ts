import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { TILES_PER_RESPONSE } from "../../../contract/rules/limits.ts";
import { type Database, inSnapshot, type Transaction } from "../../platform/database/index.ts";
import { presentTile } from "./presenter.ts";
import { listTilePart, readListVersion, type TileRow } from "./repository.ts";

type Part = { from: number; maxTiles: number };

/**
 * Encodes tiles as elements of a JSON array, in parts. A thousand large tiles at once would take twice the
 * memory and block all other requests. Parts unchanged since `previous` are the same buffers, so that
 * concurrent responses share them.
 */
export async function encodeTiles(
  list: (part: Part) => Promise<TileRow[]>,
  publicUrl: string,
  previous: readonly Buffer[] = [],
): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for (let from = 0; ; from += TILES_PER_RESPONSE) {
    const tiles = await list({ from, maxTiles: TILES_PER_RESPONSE });
    const json = tiles.map(
      (tile, index) => (from + index > 0 ? "," : "") + JSON.stringify(presentTile(tile, publicUrl)),
    );
    const part = concatUtf8(json);
    const before = previous[parts.length];
    parts.push(before?.equals(part) ? before : part);
    if (tiles.length < TILES_PER_RESPONSE) return parts;
  }
}

/**
 * Encodes texts one after another. Joining them first would create a long string, which only a full garbage
 * collection frees.
 */
function concatUtf8(texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let end = 0;
  for (const text of texts) end += bytes.write(text, end);
  return bytes;
}

/** The number of creators whose last list is retained. Each takes up to 8 MB. */
const MAX_RETAINED = 4;

type EncodedList = { version: string | null; parts: Buffer[] };

const START = Buffer.from('{"tiles":[');
const END = Buffer.from("]}");

/**
 * Encodes the lists of creators with more than 60 tiles, one at a time. Concurrent requests for one list
 * share an encoding. It starts after all of them have arrived, so it contains every earlier commit.
 */
export function createListEncoder({ db, publicUrl }: { db: Database; publicUrl: string }) {
  const inTurn = pLimit(1);
  const waiting = new Map<number, Promise<Buffer[]>>();
  const retained = new LRUCache<number, EncodedList>({ max: MAX_RETAINED });

  /** Reads in one snapshot, so that a moving tile is neither missing nor duplicated. */
  const encodeChanged = async (tx: Transaction, creatorId: number): Promise<EncodedList> => {
    const last = retained.get(creatorId);
    const version = await readListVersion(tx, creatorId);
    if (last?.version === version) return last;
    const list = (part: Part) => listTilePart(tx, creatorId, part);
    return { version, parts: await encodeTiles(list, publicUrl, last?.parts) };
  };

  const encode = async (creatorId: number): Promise<Buffer[]> => {
    const encoded = await inSnapshot(db, (tx) => encodeChanged(tx, creatorId));
    if (encoded.parts[1]?.length) retained.set(creatorId, encoded);
    else retained.delete(creatorId);
    return [START, ...encoded.parts, END];
  };

  return {
    /** Returns whether the creator's last list had more than 60 tiles. */
    isLong: (creatorId: number): boolean => retained.has(creatorId),
    encode(creatorId: number): Promise<Buffer[]> {
      const queued = waiting.get(creatorId);
      if (queued) return queued;
      const json = inTurn(() => {
        waiting.delete(creatorId);
        return encode(creatorId);
      });
      waiting.set(creatorId, json);
      return json;
    },
  };
}
