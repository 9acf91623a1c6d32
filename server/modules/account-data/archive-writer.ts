import { createHash } from "node:crypto";
import { once } from "node:events";
import { PassThrough, Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ZipFile } from "yazl";

export type Entry = {
  path: string;
  /** Opens the bytes of a file. Resolves to null if they are missing. */
  open(): Promise<{ stream: Readable; size?: number } | null>;
  /** False for content that is already compressed. */
  compress?: boolean;
};
export type WrittenEntry = { path: string; bytes: number; sha256: string };

/** Returns the bytes of a ZIP file with the entries in order, then the entry that `last` makes from the list of them. Keeps only a part of one entry in memory. */
export function writeArchive(
  entries: AsyncIterable<Entry>,
  last: (written: readonly WrittenEntry[]) => Entry,
): Readable {
  const output = new PassThrough();
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  const written: WrittenEntry[] = [];
  // Closes the open source if the reader stops, for example because the disk is full.
  const reading = new AbortController();
  output.once("close", () => reading.abort());
  const { signal } = reading;
  const work = async () => {
    const { ZipFile } = await import("yazl");
    const zip = new ZipFile();
    zip.on("error", fail);
    void pipeline(zip.outputStream, output).catch(() => undefined);
    for await (const entry of entries) {
      const done = await addEntry(zip, entry, signal);
      if (done) written.push(done);
    }
    await addEntry(zip, last(written), signal);
    zip.end();
  };
  void work().catch(fail);
  return output;
}

/** Adds an entry. Resolves after its last byte, so that only one entry is open at a time. */
async function addEntry(
  zip: ZipFile,
  { path, open, compress = true }: Entry,
  signal: AbortSignal,
): Promise<WrittenEntry | null> {
  const opened = await open();
  if (!opened) return null;
  const hash = createHash("sha256");
  let bytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const { size } = opened;
  zip.addReadStream(measured, path, { compress, ...(size === undefined ? {} : { size }) });
  const ended = once(measured, "end", { signal });
  await Promise.all([pipeline(opened.stream, measured, { signal }), ended]);
  return { path, bytes, sha256: hash.digest("hex") };
}

/** Returns an entry whose text is generated in parts. */
export const textEntry = (path: string, parts: () => AsyncIterable<string> | Iterable<string>): Entry => ({
  path,
  open: async () => ({ stream: Readable.from(inBytes(parts())) }),
});

async function* inBytes(parts: AsyncIterable<string> | Iterable<string>) {
  for await (const part of parts) if (part !== "") yield Buffer.from(part);
}

export async function* jsonLines(name: string, rows: AsyncIterable<object>): AsyncGenerator<string> {
  yield `{"${name}":[`;
  let isFirst = true;
  for await (const row of rows) {
    yield `${isFirst ? "" : ","}\n${JSON.stringify(row)}`;
    isFirst = false;
  }
  yield "\n]}\n";
}
