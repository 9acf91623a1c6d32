import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { errors } from "./errors.ts";

/** The slowest accepted upload: a client that sends less than `minBytes` in each of `intervals` consecutive intervals is disconnected. */
export type MinThroughput = {
  readonly intervalMs: number;
  readonly minBytes: number;
  readonly intervals: number;
};
const MIN_THROUGHPUT: MinThroughput = { intervalMs: 10_000, minBytes: 10 * 1024, intervals: 4 };

/**
 * The file of an upload.
 * Reading `source` throws if the body is incomplete or contains anything besides the file.
 * `stop` ends the throughput check of an unread source.
 */
export type Received = { name: string | undefined; source: AsyncIterable<Uint8Array>; stop(): void };

/** Reads an upload up to the start of its file and returns the file as a stream. Throws 400, 415. */
export async function receiveFile(
  request: FastifyRequest,
  minThroughput = MIN_THROUGHPUT,
): Promise<Received> {
  if (!request.isMultipart()) throw errors.notMultipart();
  // The parser would wait for ever for the end of a body that has already ended.
  if (request.raw.destroyed) throw errors.brokenUpload({ cause: new Error("the connection was closed") });
  const stop = watchProgress(request, minThroughput);
  try {
    const parts = request.parts();
    const next = () =>
      parts.next().catch((error: unknown) => {
        throw isSurplus(error) ? errors.wrongField() : errors.brokenUpload({ cause: error });
      });
    const first = await next();
    if (first.done) throw errors.none();
    const part = first.value;
    if (part.type !== "file" || part.fieldname !== "file") throw errors.wrongField();
    return { name: part.filename, source: onlyFile(part, next, stop), stop };
  } catch (error) {
    stop();
    throw error;
  }
}

async function* onlyFile(
  part: MultipartFile,
  next: () => Promise<IteratorResult<unknown>>,
  stop: () => void,
) {
  const chunks = part.file[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch((error: unknown) => {
        throw errors.brokenUpload({ cause: error });
      });
      if (done) break;
      yield value as Buffer;
    }
    if (!(await next()).done) throw errors.wrongField();
  } finally {
    stop();
    await chunks.return?.();
  }
}

/** Returns whether the parser found more files or fields than an upload may have. */
function isSurplus(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && /^FST_(FILES|FIELDS|PARTS)_LIMIT$/.test(String(error.code))
  );
}

/** Closes the connection of a client that sends too slowly. Returns a function that ends the check. */
function watchProgress(request: FastifyRequest, { intervalMs, minBytes, intervals }: MinThroughput) {
  const { socket } = request.raw;
  let seen = socket.bytesRead;
  let slowIntervals = 0;
  const timer = setInterval(() => {
    slowIntervals = socket.bytesRead - seen < minBytes ? slowIntervals + 1 : 0;
    seen = socket.bytesRead;
    if (slowIntervals >= intervals) request.raw.destroy();
  }, intervalMs);
  return () => clearInterval(timer);
}
