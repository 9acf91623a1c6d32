import { createHash } from "node:crypto";
import { addAbortSignal, type Readable } from "node:stream";
import type { ZipFile } from "yauzl";
import type { z } from "zod";
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, ArchiveManifest } from "../../../contract/api/account-archive.ts";
import { ARCHIVE_LIMITS } from "../../../contract/rules/archive-limits.ts";
import { parseJson } from "../../platform/json.ts";
import { MANIFEST, maxTextBytes, readEntries } from "./archive-entries.ts";
import { errors } from "./errors.ts";

/** Lists that archives lack if they are from releases before drafts, pages of emails and series of codes. */
const LATER_LISTS: ReadonlySet<string> = new Set([
  "data/letters.json",
  "data/emails.json",
  "data/series.json",
]);

/** An archive with a valid list of entries. The contents are untrusted even if all hashes match, because anyone can calculate a hash. */
export type Archive = {
  manifest: z.output<typeof ArchiveManifest>;
  has(path: string): boolean;
  /** Opens the bytes of an entry. The stream fails if their number differs from the declared one. */
  open(path: string): Promise<Readable>;
};

type Reading = {
  /** The maximum size of all unpacked files together. */
  maxBytes: number;
  /** Aborted when the archive is no longer needed. */
  signal: AbortSignal;
};

/** Runs `work` on an archive and closes it. Throws 400 at the field `file` for a file that is no ZIP file, and for an archive above the limits. */
export async function withArchive<T>(
  path: string,
  reading: Reading,
  work: (archive: Archive) => Promise<T>,
): Promise<T> {
  const { openPromise } = await import("yauzl");
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { autoClose: false, strictFileNames: true });
    return await work(await readArchive(zip, reading));
  } catch (error) {
    throw toArchiveError(error);
  } finally {
    zip?.close();
  }
}

/**
 * Converts errors of a damaged ZIP file to a 400 and returns all other errors. System errors have an `errno`. Errors of
 * zlib have one too, but mean a damaged file.
 */
function toArchiveError(error: unknown): unknown {
  const isZipError =
    error instanceof SyntaxError ||
    (error instanceof Error && error.constructor === Error && (!("errno" in error) || isZlibError(error)));
  return isZipError ? errors.archiveUnreadable({ cause: error }) : error;
}

const isZlibError = (error: Error) => "code" in error && String(error.code).startsWith("Z_");

async function readArchive(zip: ZipFile, { maxBytes, signal }: Reading): Promise<Archive> {
  const entries = await readEntries(zip, maxBytes);
  const open = async (path: string) => {
    signal.throwIfAborted();
    const entry = entries.get(path);
    if (!entry) throw errors.archiveUnreadable({ cause: new Error(`${path} is missing`) });
    return addAbortSignal(signal, await zip.openReadStreamPromise(entry));
  };
  const json = await readText(await open(MANIFEST));
  const manifest = readManifest(parseJson(json, maxTextBytes(MANIFEST, entries.size)));
  const listed = new Map(manifest.entries.map((entry) => [entry.path, entry]));
  for (const [path, { uncompressedSize }] of entries) {
    if (path !== MANIFEST && listed.get(path)?.bytes !== uncompressedSize)
      throw errors.archiveChanged({ path });
  }
  // An entry is missing, or listed twice.
  if (manifest.entries.length !== entries.size - 1) throw errors.archiveChanged({ path: MANIFEST });
  return { manifest, open, has: (path) => entries.has(path) };
}

function readManifest(json: unknown): z.output<typeof ArchiveManifest> {
  const { format, version } = (json ?? {}) as Record<string, unknown>;
  if (format === ARCHIVE_FORMAT && typeof version === "number" && version > ARCHIVE_VERSION)
    throw errors.archiveNewer();
  const parsed = ArchiveManifest.safeParse(json);
  if (!parsed.success) throw errors.archiveUnreadable({ cause: parsed.error });
  return parsed.data;
}

/** Compares every entry with its hash. Throws 400 for a changed archive. */
export async function verifyArchive({ manifest, open }: Archive): Promise<void> {
  for (const { path, sha256 } of manifest.entries) {
    const hash = createHash("sha256");
    for await (const chunk of await open(path)) hash.update(chunk);
    if (hash.digest("hex") !== sha256) throw errors.archiveChanged({ path });
  }
}

export const readJson = async ({ open }: Archive, path: string): Promise<unknown> =>
  parseJson(await readText(await open(path)));

async function readText(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of stream) parts.push(chunk);
  return Buffer.concat(parts).toString("utf8");
}

/** Reads a list in the format of exports. Each line is one row, so that only one row is in memory. */
export async function* readRows(archive: Archive, path: string): AsyncGenerator<Record<string, unknown>> {
  if (LATER_LISTS.has(path) && !archive.has(path)) return;
  let isEnded = false;
  let isFirst = true;
  for await (const line of linesOf(await archive.open(path))) {
    if (isFirst) {
      if (!/^\{"[a-z]+":\[$/.test(line)) throw notAList(path);
      isFirst = false;
    } else if (isEnded) throw notAList(path);
    else if (line === "]}") isEnded = true;
    else yield toRow(line);
  }
  if (!isEnded) throw notAList(path);
}

const notAList = (path: string) => errors.archiveUnreadable({ cause: new Error(`${path} is not a list`) });

function toRow(line: string): Record<string, unknown> {
  const row: unknown = parseJson(line.endsWith(",") ? line.slice(0, -1) : line);
  if (typeof row === "object" && row !== null && !Array.isArray(row)) return row as Record<string, unknown>;
  throw errors.archiveUnreadable({ cause: new Error("a row is not an object") });
}

async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    let from = 0;
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : (chunk as Buffer);
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      yield bytes.toString("utf8", from, end);
      from = end + 1;
    }
    rest = bytes.subarray(from);
    if (rest.length > ARCHIVE_LIMITS.lineBytes)
      throw errors.archiveUnreadable({ cause: new Error("a line is too long") });
  }
  if (rest.length > 0) yield rest.toString("utf8");
}
