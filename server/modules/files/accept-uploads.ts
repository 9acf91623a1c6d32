import type { IncomingMessage } from "node:http";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { errors } from "./errors.ts";

/** The bytes that a multipart form adds to its file. */
const FORM_OVERHEAD = 8 * 1024;
const DRAIN_MS = 2000;

/** Registers the multipart parser in a scope, and closes rejected uploads of the route `path`. */
export async function acceptUploads(scope: FastifyInstance, { path }: { path: string }): Promise<void> {
  // The size limit is enforced while the file is written. The parser's own limit would truncate files without an error.
  const parts = { files: 1, fields: 0, parts: 2, headerPairs: 20, fieldNameSize: 100, fileSize: Infinity };
  await scope.register(multipart, { throwFileSizeLimit: false, limits: parts });
  scope.addHook("onResponse", async (request) => {
    if (request.routeOptions.url === path) drainRejectedBody(request.raw);
  });
}

/** Limits the simultaneous uploads of each creator in this process. An upload counts towards the quota only when it is complete, so many at once could exceed the quota. */
export function createUploadSlots(maxConcurrent: number) {
  const active = new Map<number, number>();
  /** Counts an upload as in progress until the returned function is called. Throws 429. */
  return function acquire(creatorId: number): () => void {
    const count = active.get(creatorId) ?? 0;
    if (count >= maxConcurrent) throw errors.busy({ count: maxConcurrent });
    active.set(creatorId, count + 1);
    return () => {
      const left = (active.get(creatorId) ?? 1) - 1;
      if (left > 0) active.set(creatorId, left);
      else active.delete(creatorId);
    };
  };
}

/** Returns the least size that the file can have by the `Content-Length`, or 0 without that header. */
export function declaredBytes(request: FastifyRequest): number {
  const length = Number(request.headers["content-length"] ?? 0);
  return Math.max(0, length - FORM_OVERHEAD) || 0;
}

/** Reads the rest of a rejected upload for a moment, so that the client receives the response, and then closes the connection. */
function drainRejectedBody(body: IncomingMessage): void {
  if (body.complete || body.destroyed) return;
  body.unpipe();
  body.resume();
  const timer = setTimeout(() => body.destroy(), DRAIN_MS).unref();
  body.once("close", () => clearTimeout(timer));
}
