import type { Entry as ZipEntry, ZipFile } from "yauzl";
import { ARCHIVE_LIMITS } from "../../../contract/rules/archive-limits.ts";
import { formatNumber } from "../../../contract/rules/formats.ts";
import { fileErrors, sizeText } from "../files/index.ts";
import { errors } from "./errors.ts";

export const MANIFEST = "manifest.json";
/** The paths of an archive of this version. */
const TEXT_PATH = /^(README\.txt|(schema|manifest)\.json|data\/[a-z]+\.json|csv\/[a-z]+\.csv)$/;
const BYTES_PATH = /^(files\/[a-z2-7]{32}|pictures\/[a-z2-7]{32}\.webp)$/;
const SHORT_TEXT = /^(README\.txt|data\/page\.json)$/;
const LONG_LIST = /^(data\/(audience|orders)\.json|csv\/)/;
/** Matches files that operating systems add when they pack a folder. */
const JUNK = /^__MACOSX\/|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/;
const [STORED, DEFLATED] = [0, 8];
const SYMBOLIC_LINK = 0o120000;
const FILE_TYPE = 0o170000;
const LOCAL_HEADER_BYTES = 30;
const MAX_SHOWN_PATH = 100;
/** Bounds of an entry's name, comment and extra fields, which the list keeps in memory. Names in system folders have up to 255 characters. */
const MAX_HEADER_BYTES = 1024;

/** Reads the list of entries by path. Throws 400 for an invalid entry, and 413 if the files unpack to more than `maxBytes`. */
export async function readEntries(zip: ZipFile, maxBytes: number): Promise<Map<string, ZipEntry>> {
  if (zip.entryCount > ARCHIVE_LIMITS.entries * ARCHIVE_LIMITS.entriesWithJunk) throw tooLong();
  const found: ZipEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (headerBytes(entry) > MAX_HEADER_BYTES) throw unusable(entry);
    if (!isJunk(entry) && found.push(entry) > ARCHIVE_LIMITS.entries) throw tooLong();
  }
  const folder = commonFolder(found);
  const entries = new Map<string, ZipEntry>();
  for (const entry of found) {
    const path = entry.fileName.slice(folder.length);
    const fits = entry.fileName.startsWith(folder) && !entries.has(path) && isUsable(entry, path);
    if (!fits) throw unusable(entry);
    entries.set(path, entry);
  }
  requireSizes(entries, maxBytes);
  requireNoOverlap(found);
  return entries;
}

export const tooLong = () => errors.archiveTooLong({ count: formatNumber(ARCHIVE_LIMITS.entries) });

const unusable = ({ fileName }: ZipEntry) => errors.archiveEntry({ path: fileName.slice(0, MAX_SHOWN_PATH) });

const headerBytes = ({ fileNameLength, extraFieldLength, fileCommentLength }: ZipEntry): number =>
  fileNameLength + extraFieldLength + fileCommentLength;

/** Returns whether an entry is a folder, or was added by an operating system. */
const isJunk = ({ fileName, compressedSize }: ZipEntry): boolean =>
  JUNK.test(fileName) || (fileName.endsWith("/") && compressedSize === 0);

/** Returns the folder that a repacked archive has around its entries, or an empty text. */
function commonFolder(entries: readonly ZipEntry[]): string {
  const names = entries.map(({ fileName }) => fileName);
  const name = names.includes(MANIFEST)
    ? MANIFEST
    : names.find((path) => /^[^/]+\/manifest\.json$/.test(path));
  return (name ?? MANIFEST).slice(0, -MANIFEST.length);
}

function isUsable(entry: ZipEntry, path: string): boolean {
  const { compressionMethod: method } = entry;
  // The upper 16 bits are the file's Unix mode.
  const isLink = ((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK;
  const isKnown = TEXT_PATH.test(path) || BYTES_PATH.test(path);
  return isKnown && !isLink && !entry.isEncrypted() && (method === STORED || method === DEFLATED);
}

/** Throws if the declared sizes exceed the limits. */
function requireSizes(entries: ReadonlyMap<string, ZipEntry>, maxBytes: number): void {
  let textBytes = 0;
  let fileBytes = 0;
  for (const [path, { uncompressedSize: bytes }] of entries) {
    if (BYTES_PATH.test(path)) fileBytes += bytes;
    else {
      textBytes += bytes;
      if (bytes > maxTextBytes(path, entries.size)) throw tooLong();
    }
  }
  if (textBytes > ARCHIVE_LIMITS.textBytes) throw tooLong();
  // Even a small archive can unpack to any size.
  if (fileBytes > maxBytes) throw fileErrors.tooLarge({ noun: "file", size: sizeText(maxBytes) });
}

export function maxTextBytes(path: string, entries: number): number {
  if (path === MANIFEST) return ARCHIVE_LIMITS.pageBytes + entries * ARCHIVE_LIMITS.manifestEntryBytes;
  if (SHORT_TEXT.test(path)) return ARCHIVE_LIMITS.pageBytes;
  return LONG_LIST.test(path) ? ARCHIVE_LIMITS.longListBytes : ARCHIVE_LIMITS.listBytes;
}

/** Throws 400 if entries share bytes, because a small archive could then take days to read. */
function requireNoOverlap(entries: readonly ZipEntry[]): void {
  let end = 0;
  for (const entry of entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize } = entry;
    if (start < end) throw unusable(entry);
    end = start + LOCAL_HEADER_BYTES + fileNameLength + compressedSize;
  }
}
