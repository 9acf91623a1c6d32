import type { IncomingMessage } from "node:http";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { errors } from "./errors.ts";

/** The bytes that a multipart form adds to its file. */
const FORM_OVERHEAD = 8 * 1024;
const LINGER_MS = 2000;

/** Lets the route of a scope receive uploads by `receiveFile`. */
export async function acceptUploads(scope: FastifyInstance, { path }: { path: string }): Promise<void> {
  // Sizes are counted where the bytes are written; the parser's own limit would truncate files without an error.
  const parts = { files: 1, fields: 0, parts: 2, headerPairs: 20, fieldNameSize: 100, fileSize: Infinity };
  await scope.register(multipart, { throwFileSizeLimit: false, limits: parts });
  scope.addHook("onResponse", async (request) => {
    if (request.routeOptions.url === path) drainRejectedBody(request.raw);
  });
}

/** Counts the uploads in progress of each creator in this process. The limit is needed because the bytes of an upload are counted only when it is complete. */
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

/** Returns the minimum size of the upload by its `Content-Length`, or 0 without that header. */
export function declaredBytes(request: FastifyRequest): number {
  const length = Number(request.headers["content-length"] ?? 0);
  return Math.max(0, length - FORM_OVERHEAD) || 0;
}

/** Reads the rest of a rejected upload for a moment, so that the client receives the response, and then closes the connection. */
function drainRejectedBody(body: IncomingMessage): void {
  if (body.complete || body.destroyed) return;
  body.unpipe();
  body.resume();
  const timer = setTimeout(() => body.destroy(), LINGER_MS).unref();
  body.once("close", () => clearTimeout(timer));
}
