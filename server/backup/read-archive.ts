import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createTarDecoder } from "modern-tar";
import { parseJson } from "../platform/json.ts";
import { BackupError } from "./backup-error.ts";
import { createDigest, measure } from "./digest.ts";
import { AnyHeader, END, End, FORMAT, HEADER, Header } from "./format.ts";

export type Entry = { name: string; size: number; bytes: AsyncIterable<Uint8Array> };
type Source = { file: string; signal: AbortSignal; onBytes?: (count: number) => void };

/** Header and end are small. Larger ones are rejected before they are read into memory. */
const MAX_JSON_BYTES = 64 * 1024 * 1024;

/** Reads the header of an archive without verifying its contents. */
export async function readHeader(source: Source): Promise<Header> {
  // Awaited inside the loop, because leaving the loop closes the file.
  for await (const entry of readEntries(source)) return await parseHeader(source.file, entry);
  throw damaged(source.file, "it is empty");
}

/**
 * Reads a whole archive, calls `visit` with every entry between header and end, and verifies the checksum.
 * Entries must not be trusted before it returns.
 */
export async function readArchive(
  source: Source,
  visit: (entry: Entry) => Promise<void> = async () => {},
): Promise<{ header: Header; end: End }> {
  const { file } = source;
  const digest = createDigest();
  let header: Header | undefined;
  let end: End | undefined;
  for await (const { name, size, bytes } of readEntries(source)) {
    if (end) throw damaged(file, "something follows its end");
    const { stream, result } = measure(bytes);
    const entry = { name, size, bytes: stream };
    if (!header) header = await parseHeader(file, entry);
    else if (name === END) end = await parseEnd(file, entry, digest.result());
    else await visit(entry);
    for await (const _ of stream);
    digest.add({ name, ...result() });
  }
  if (!header || !end) throw damaged(file, "its end is missing");
  return { header, end };
}

async function* readEntries({ file, signal, onBytes }: Source): AsyncGenerator<Entry> {
  await assertBackupFile(file);
  const input = createReadStream(file, { highWaterMark: 1024 * 1024, signal });
  const archive = Readable.toWeb(input).pipeThrough(createTarDecoder({ strict: true }));
  const explain = (error: unknown) =>
    // Errors of the tar decoder have no code. Errors of the disk and aborts have one.
    error instanceof Error && !("code" in error) ? damaged(file, error.message) : error;
  async function* counted(body: AsyncIterable<Uint8Array>) {
    try {
      for await (const chunk of body) {
        onBytes?.(chunk.length);
        yield chunk;
      }
    } catch (error) {
      throw explain(error);
    }
  }
  const reader = archive.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw explain(error);
      });
      if (done) return;
      yield { name: value.header.name, size: value.header.size, bytes: counted(value.body) };
    }
  } finally {
    await reader.cancel().catch(() => undefined);
    input.destroy();
  }
}

async function parseHeader(file: string, { name, size, bytes }: Entry): Promise<Header> {
  if (name !== HEADER || size > MAX_JSON_BYTES) throw notABackup(file);
  const found = fromJson(await buffer(bytes));
  const any = AnyHeader.safeParse(found);
  if (!any.success) throw notABackup(file);
  if (any.data.format > FORMAT) {
    throw new BackupError(`${file} was made by a newer release. Restore it with that one.`);
  }
  const header = Header.safeParse(found);
  if (!header.success) throw damaged(file, "its header is invalid");
  return header.data;
}

async function parseEnd(
  file: string,
  { size, bytes }: Entry,
  expected: Pick<End, "entries" | "sha256">,
): Promise<End> {
  const end = size > MAX_JSON_BYTES ? undefined : End.safeParse(fromJson(await buffer(bytes))).data;
  if (!end) throw damaged(file, "its end is invalid");
  if (end.entries !== expected.entries || end.sha256 !== expected.sha256) {
    throw damaged(file, "its checksum does not match");
  }
  return end;
}

function fromJson(bytes: Buffer): unknown {
  try {
    return parseJson(bytes.toString("utf8"), MAX_JSON_BYTES);
  } catch {
    return undefined;
  }
}

/** Throws unless the file is a backup: its tar begins with the name of the first entry. */
async function assertBackupFile(file: string): Promise<void> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new BackupError(`There is no file ${file}.`);
    throw error;
  });
  try {
    if (!(await handle.stat()).isFile()) throw new BackupError(`${file} is not a file.`);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0);
    if (buffer.toString("latin1", 0, bytesRead) !== HEADER) throw notABackup(file);
  } finally {
    await handle.close();
  }
}

const notABackup = (file: string) => new BackupError(`${file} is not a backup of Tessera.`);
const damaged = (file: string, how: string) =>
  new BackupError(`${file} is damaged or was cut off: ${how.replace(/\.$/, "")}. Use another backup.`);
