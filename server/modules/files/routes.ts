import type { IncomingMessage } from "node:http";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { fileRoutes, IMAGE_WIDTHS } from "../../../contract/files.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { fileNotFound } from "./errors.ts";
import type { Files } from "./files.ts";
import { receiveFile } from "./receive.ts";

const IMAGE_PATH = new RegExp(`^([a-z2-7]{32})/(${IMAGE_WIDTHS.join("|")})\\.webp$`);
/** What a form puts around its file. */
const WRAPPING = 8 * 1024;
const LINGER_MS = 2000;
/** Under way at once for one creator in this process: the quota counts a file only once it is whole. */
const UPLOADS_AT_ONCE = 2;
const BUSY_SECONDS = 5;

/** Uploads and public images. `app` should be a scope of its own: it learns to read multipart bodies. */
export async function registerFileRoutes(
  app: FastifyInstance,
  registerRoute: RegisterRoute,
  files: Files,
): Promise<void> {
  // Sizes are counted where the bytes are written; the parser's own limit would cut files short in silence.
  const limits = { files: 1, fields: 0, parts: 2, headerPairs: 20, fieldNameSize: 100, fileSize: Infinity };
  await app.register(multipart, { throwFileSizeLimit: false, limits });

  const activeUploads = new Map<number, number>();
  registerRoute(fileRoutes.upload, async ({ viewer, query, request }) => {
    const { creatorId } = viewer;
    const leave = acquireUploadSlot(activeUploads, creatorId);
    try {
      await files.checkQuota({ creatorId, ...query, bytes: declaredBytes(request) });
      const { name, source, stop } = await receiveFile(request);
      try {
        return await files.storeUpload({ creatorId, ...query, name, source });
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
    if (!id || !width) throw fileNotFound();
    return files.sendImage(request, reply, { id, width: Number(width) });
  });
}

/** Counts an upload as under way until the returned function is called. Throws 429. */
function acquireUploadSlot(activeUploads: Map<number, number>, creatorId: number): () => void {
  const count = activeUploads.get(creatorId) ?? 0;
  if (count >= UPLOADS_AT_ONCE) throw busy();
  activeUploads.set(creatorId, count + 1);
  return () => {
    const left = (activeUploads.get(creatorId) ?? 1) - 1;
    if (left > 0) activeUploads.set(creatorId, left);
    else activeUploads.delete(creatorId);
  };
}

const busy = () =>
  new AppError(
    429,
    "files.busy",
    `Only ${UPLOADS_AT_ONCE} files can be uploaded at once. Please wait until one has arrived.`,
    { retryAfter: BUSY_SECONDS },
  );

/** At least this much is on its way; 0 when the sender does not say. */
function declaredBytes(request: FastifyRequest): number {
  const length = Number(request.headers["content-length"] ?? 0);
  return Math.max(0, length - WRAPPING) || 0;
}

/** A refused upload is still being sent. Reading on for a moment lets the sender see the answer; then the connection goes. */
function drainRejectedBody(body: IncomingMessage): void {
  if (body.complete || body.destroyed) return;
  body.unpipe();
  body.resume();
  const timer = setTimeout(() => body.destroy(), LINGER_MS).unref();
  body.once("close", () => clearTimeout(timer));
}
