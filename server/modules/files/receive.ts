import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { brokenUpload, noFile, notMultipart, wrongField } from "./errors.ts";

/** Slowest sender that is waited for: this much in every span, or it is cut off after so many poor spans in a row. */
export type MinThroughput = {
  readonly intervalMs: number;
  readonly minBytes: number;
  readonly intervals: number;
};
const MIN_THROUGHPUT: MinThroughput = { intervalMs: 10_000, minBytes: 10 * 1024, intervals: 4 };

/** The one file of an upload. `source` fails when the body breaks off or holds anything else; `stop` ends the watch over a source that is not read. */
export type Received = { name: string | undefined; source: AsyncIterable<Uint8Array>; stop(): void };

/** Reads an upload as far as its file; the bytes come while they are read. Throws 400, 415. */
export async function receiveFile(request: FastifyRequest, patience = MIN_THROUGHPUT): Promise<Received> {
  if (!request.isMultipart()) throw notMultipart();
  const stop = watchProgress(request, patience);
  try {
    const parts = request.parts();
    const next = () =>
      parts.next().catch((error: unknown) => {
        throw isSurplus(error) ? wrongField() : brokenUpload(error);
      });
    const first = await next();
    if (first.done) throw noFile();
    const part = first.value;
    if (part.type !== "file" || part.fieldname !== "file") throw wrongField();
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
        throw brokenUpload(error);
      });
      if (done) break;
      yield value as Buffer;
    }
    if (!(await next()).done) throw wrongField();
  } finally {
    stop();
    await chunks.return?.();
  }
}

/** More files or fields than one upload has. */
function isSurplus(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && /^FST_(FILES|FIELDS|PARTS)_LIMIT$/.test(String(error.code))
  );
}

/** Cuts the connection of a sender that keeps us waiting. Returns what ends the watch. */
function watchProgress(
  request: FastifyRequest,
  { intervalMs, minBytes, intervals }: MinThroughput,
): () => void {
  const { socket } = request.raw;
  let seen = socket.bytesRead;
  let poor = 0;
  const timer = setInterval(() => {
    poor = socket.bytesRead - seen < minBytes ? poor + 1 : 0;
    seen = socket.bytesRead;
    if (poor >= intervals) request.raw.destroy();
  }, intervalMs);
  return () => clearInterval(timer);
}
