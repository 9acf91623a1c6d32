import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createTarPacker, type TarPackController } from "modern-tar";
import { syncPath } from "../platform/fs/durable.ts";
import { BackupError } from "./backup-error.ts";
import { createDigest, measure } from "./digest.ts";
import { END, type End, HEADER, type Header } from "./format.ts";
import { requireRoom } from "./room.ts";

const STEP_BYTES = 16 * 1024 * 1024;

export type ArchiveWriter = {
  /** Writes the header. Called first. */
  begin(header: Header): Promise<void>;
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Adds bytes as they arrive. Their number must be `size`. Returns their SHA-256. */
  addStream(name: string, size: number, source: AsyncIterable<Uint8Array>): Promise<Buffer>;
};
export type Contents = Omit<End, "entries" | "sha256">;

/** Writes an archive that is either complete under its name or absent. Only its owner can read it. */
export async function writeArchive(
  options: { file: string; signal: AbortSignal; diskReserveBytes: number },
  work: (archive: ArchiveWriter) => Promise<Contents>,
): Promise<{ end: End; bytes: number }> {
  const { file, signal, diskReserveBytes: reserveBytes } = options;
  await assertPathIsFree(file);
  const draft = `${file}.${process.pid}.part`;
  const output = await open(draft, "wx", 0o600);
  try {
    const { readable, controller } = createTarPacker();
    const written = { bytes: 0 };
    const [filled, stored] = await Promise.allSettled([
      fill(controller, signal, work).catch((error: unknown) => {
        controller.error(error);
        throw error;
      }),
      pipeline(
        readable,
        async (chunks: AsyncIterable<Uint8Array>) => {
          const requireRoomForNext = () =>
            requireRoom(dirname(file), {
              bytes: STEP_BYTES,
              reserveBytes,
              what: "The next part of the backup",
            });
          written.bytes = await writeInSteps(output, chunks, requireRoomForNext);
        },
        { signal },
      ),
    ]);
    // If a write fails, its error is the cause. Filling then only fails with a closed stream.
    if (stored.status === "rejected") throw stored.reason;
    if (filled.status === "rejected") throw filled.reason;
    await assertPathIsFree(file);
    await rename(draft, file);
    await syncPath(dirname(file));
    return { end: filled.value, ...written };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await output.close();
  }
}

/** Lets the work add its entries, and adds the final entry with their checksum. */
async function fill(
  controller: TarPackController,
  signal: AbortSignal,
  work: (archive: ArchiveWriter) => Promise<Contents>,
): Promise<End> {
  const digest = createDigest();
  async function addStream(name: string, size: number, source: AsyncIterable<Uint8Array>) {
    signal.throwIfAborted();
    const { stream, result } = measure(source);
    const writer = controller.add({ name, size, mode: 0o600 }).getWriter();
    for await (const chunk of stream) await writer.write(chunk);
    await writer.close();
    const { sha256 } = result();
    digest.add({ name, size, sha256 });
    return sha256;
  }
  const add = async (name: string, bytes: Uint8Array) => {
    await addStream(name, bytes.length, once(bytes));
  };
  const contents = await work({ begin: (header) => add(HEADER, json(header)), add, addStream });
  const end = { ...contents, ...digest.result() };
  await add(END, json(end));
  controller.finalize();
  return end;
}

/** Flushes to disk in steps: a single flush of gigabytes would block the database's flushes, which requests wait for. Checks the room after each step, because others may use the space meanwhile. */
async function writeInSteps(
  output: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  requireRoomForNext: () => Promise<void>,
): Promise<number> {
  let bytes = 0;
  let flushed = 0;
  for await (const chunk of chunks) {
    await output.writeFile(chunk);
    bytes += chunk.length;
    if (bytes - flushed < STEP_BYTES) continue;
    await output.datasync();
    flushed = bytes;
    await requireRoomForNext();
  }
  await output.sync();
  return bytes;
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

const json = (value: object) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

async function assertPathIsFree(file: string): Promise<void> {
  const folder = dirname(file);
  if (!(await pathExists(folder))) throw new BackupError(`There is no folder ${folder}.`, "folder");
  if (await pathExists(file)) {
    throw new BackupError(`${file} already exists. Give another name, or move it away.`);
  }
}

async function pathExists(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return found !== undefined;
}
