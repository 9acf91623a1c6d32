import type { IncomingMessage } from "node:http";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { fileRoutes, IMAGE_WIDTHS } from "../../../contract/api/files.ts";
import { UNVERIFIED_UPLOADS } from "../../../contract/rules/limits.ts";
import { notFound } from "../../platform/http/app-error.ts";
import { type RateLimiter, tryConsume } from "../../platform/http/rate-limiter.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { errors } from "./errors.ts";
import type { Files } from "./files.ts";
import { receiveFile } from "./receive.ts";

const IMAGE_PATH = new RegExp(`^([a-z2-7]{32})/(${IMAGE_WIDTHS.join("|")})\\.webp$`);
/** The size of what a multipart form adds to its file, in bytes. */
const FORM_OVERHEAD = 8 * 1024;
const LINGER_MS = 2000;
/** Concurrent uploads of one creator in this process. The limit is needed because the quota counts a file only when it is complete. */
const MAX_CONCURRENT_UPLOADS = 2;

/**
 * Registers the routes for uploads and public images.
 * `app` should be a scope of its own, because it gets a parser for multipart bodies.
 */
export async function registerFileRoutes(
  app: FastifyInstance,
  registerRoute: RegisterRoute,
  { files, limits }: { files: Files; limits: RateLimiter },
): Promise<void> {
  // Sizes are counted where the bytes are written; the parser's own limit would truncate files without an error.
  const parts = { files: 1, fields: 0, parts: 2, headerPairs: 20, fieldNameSize: 100, fileSize: Infinity };
  await app.register(multipart, { throwFileSizeLimit: false, limits: parts });

  const activeUploads = new Map<number, number>();
  registerRoute(fileRoutes.upload, async ({ viewer, query, request }) => {
    const { creatorId } = viewer;
    const owner = { creatorId, isUnverified: viewer.emailVerifiedAt === null };
    const leave = acquireUploadSlot(activeUploads, creatorId);
    try {
      await files.checkQuota({ ...owner, ...query, bytes: declaredBytes(request) });
      const { name, source: sent, stop } = await receiveFile(request);
      const source = owner.isUnverified ? countUnverified(limits, request.ip, sent) : sent;
      try {
        return await files.storeUpload({ ...owner, ...query, name, source });
      } finally {
        stop();
      }
    } finally {
      leave();
    }
  });

  app.addHook("onResponse", async (request) => {
    if (request.routeOptions.url === fileRoutes.upload.path) drainRejectedBody(request.raw);
  });

  app.get<{ Params: { "*": string } }>("/uploads/*", async (request, reply) => {
    const [, id, width] = IMAGE_PATH.exec(request.params["*"]) ?? [];
    if (!id || !width) throw notFound("File");
    return files.sendImage(request, reply, { id, width: Number(width) });
  });
}

/** Counts what a client uploads with accounts whose email is not verified. Throws 413. */
export async function* countUnverified(
  limits: RateLimiter,
  key: string,
  source: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  const { bytesPerPoint, ...limit } = UNVERIFIED_UPLOADS;
  const use = { name: "uploads of unverified accounts", key, ...limit };
  let counted = 0;
  let sent = 0;
  for await (const chunk of source) {
    sent += chunk.length;
    for (; counted < sent; counted += bytesPerPoint)
      if (!(await tryConsume(limits, use))) throw errors.unverifiedUploads();
    yield chunk;
  }
}

/** Counts an upload as in progress until the returned function is called. Throws 429. */
function acquireUploadSlot(activeUploads: Map<number, number>, creatorId: number): () => void {
  const count = activeUploads.get(creatorId) ?? 0;
  if (count >= MAX_CONCURRENT_UPLOADS) throw errors.busy({ count: MAX_CONCURRENT_UPLOADS });
  activeUploads.set(creatorId, count + 1);
  return () => {
    const left = (activeUploads.get(creatorId) ?? 1) - 1;
    if (left > 0) activeUploads.set(creatorId, left);
    else activeUploads.delete(creatorId);
  };
}

/** Returns the minimum size of the upload by its `Content-Length`; 0 without that header. */
function declaredBytes(request: FastifyRequest): number {
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
