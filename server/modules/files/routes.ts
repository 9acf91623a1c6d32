import type { FastifyInstance } from "fastify";
import { fileRoutes, IMAGE_WIDTHS } from "../../../contract/api/files.ts";
import { UNVERIFIED_UPLOADS } from "../../../contract/rules/limits.ts";
import { notFound } from "../../platform/http/app-error.ts";
import { type RateLimiter, tryConsume } from "../../platform/http/rate-limiter.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { acceptUploads, createUploadSlots, declaredBytes } from "./accept-uploads.ts";
import { errors } from "./errors.ts";
import type { Files } from "./files.ts";
import { receiveFile } from "./receive.ts";

const IMAGE_PATH = new RegExp(`^([a-z2-7]{32})/(${IMAGE_WIDTHS.join("|")})\\.webp$`);
const EMAIL_IMAGE_PATH = /^([a-z2-7]{32})\/email\.jpg$/;
/** Concurrent uploads of one creator in this process. */
const MAX_CONCURRENT_UPLOADS = 2;

/**
 * Registers the routes for uploads and public images.
 * `app` should be a separate scope, because it gets a parser for multipart bodies.
 */
export async function registerFileRoutes(
  app: FastifyInstance,
  registerRoute: RegisterRoute,
  { files, limits }: { files: Files; limits: RateLimiter },
): Promise<void> {
  await acceptUploads(app, fileRoutes.upload);
  const acquireUploadSlot = createUploadSlots(MAX_CONCURRENT_UPLOADS);
  registerRoute(fileRoutes.upload, async ({ viewer, query, request }) => {
    const { creatorId } = viewer;
    const owner = { creatorId, isUnverified: viewer.emailVerifiedAt === null };
    const leave = acquireUploadSlot(creatorId);
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

  registerRoute(fileRoutes.startDirectUpload, ({ viewer, body, request }) => {
    const isUnverified = viewer.emailVerifiedAt === null;
    const countBytes = isUnverified ? unverifiedCounter(limits, request.ip) : async () => {};
    const count = () => countBytes(body.bytes);
    return files.startDirectUpload({ ...body, creatorId: viewer.creatorId, isUnverified, count });
  });
  registerRoute(fileRoutes.completeDirectUpload, async ({ viewer: { creatorId }, params: { id }, reply }) => {
    const file = await files.completeDirectUpload({ creatorId, id });
    if (file) return file;
    reply.code(202);
    return { state: "checking" as const };
  });
  registerRoute(fileRoutes.cancelDirectUpload, ({ viewer: { creatorId }, params: { id } }) =>
    files.cancelDirectUpload({ creatorId, id }),
  );

  app.get<{ Params: { "*": string } }>("/uploads/*", async (request, reply) => {
    const path = request.params["*"];
    const [, ofEmail] = EMAIL_IMAGE_PATH.exec(path) ?? [];
    if (ofEmail) return files.sendEmailImage(request, reply, ofEmail);
    const [, id, width] = IMAGE_PATH.exec(path) ?? [];
    if (!id || !width) throw notFound("File");
    return files.sendImage(request, reply, { id, width: Number(width) });
  });
}

/** Returns a function that counts the bytes that a client uploads with unverified accounts. Call it with the number of bytes so far. Throws 413. */
function unverifiedCounter(limits: RateLimiter, key: string): (bytes: number) => Promise<void> {
  const { bytesPerPoint, ...limit } = UNVERIFIED_UPLOADS;
  const use = { name: "uploads of unverified accounts", key, ...limit };
  let counted = 0;
  return async (bytes) => {
    for (; counted < bytes; counted += bytesPerPoint)
      if (!(await tryConsume(limits, use))) throw errors.unverifiedUploads();
  };
}

/** Counts a client's uploads with unverified accounts. Throws 413. */
export async function* countUnverified(
  limits: RateLimiter,
  key: string,
  source: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  const count = unverifiedCounter(limits, key);
  let sent = 0;
  for await (const chunk of source) {
    sent += chunk.length;
    await count(sent);
    yield chunk;
  }
}
