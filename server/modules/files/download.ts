import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../platform/database/index.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import { namesEtag } from "../../platform/http/headers.ts";
import type { OpenedFile, Storage } from "../../platform/storage/port.ts";
import { errors } from "./errors.ts";
import { findHandOver, type HandOverDeps } from "./hand-over.ts";
import { digitalKey, imageIdOf, imageKey } from "./keys.ts";
import { findDigitalFile } from "./repository.ts";
import { attachment, parseRange, typeOfDownload, withExtensionOf } from "./rules.ts";

type Deps = HandOverDeps & { db: Database };
export type Download = {
  fileId: string;
  /** The file name for the receiver, by default the name of the upload. */
  name?: string | null | undefined;
  /**
   * Called before the first byte is sent. `isStart` is false for a range without the start of the file, so that a download in several ranges counts once.
   * An error that it throws becomes the response.
   */
  onSend?: ((part: { isStart: boolean }) => Promise<unknown>) | undefined;
  /** Added to the log line if the file cannot be read. */
  logIds?: Record<string, number>;
};

export type PublicImage = { id: string; width: number };

/** Prevents browsers from running the content of a file or guessing its type. */
const INERT = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "sandbox; default-src 'none'",
};

/** Sends a private file or a range of it unchanged. The caller has checked that it may be read. Throws 404, 416. */
export async function sendDownload(
  deps: Deps,
  {
    request,
    reply,
    fileId,
    name,
    onSend,
    logIds,
  }: Download & { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const file = await findDigitalFile(deps.db, fileId);
  if (!file) {
    request.log.error({ fileId, ...logIds }, "the database row of a sold file is missing");
    throw notFound("File");
  }
  return sendStored(deps, {
    request,
    reply,
    key: digitalKey(fileId),
    ...file,
    name: name ? withExtensionOf(file.name, name) : file.name,
    onSend,
    logIds: { fileId, ...logIds },
  });
}

/** The existence and size of a file that another program sends. */
const FIRST_BYTE = { start: 0, end: 0 };

/** Bytes in the storage with their known properties. */
export type StoredBytes = { key: string; name: string; size: number; sha256: Buffer };

/** Sends stored bytes or a range of them unchanged. The caller has checked that they may be read. Throws 404, 416. */
export async function sendStored(
  deps: HandOverDeps,
  {
    request,
    reply,
    key,
    name,
    size,
    sha256,
    onSend,
    logIds,
  }: StoredBytes &
    Pick<Download, "onSend"> & {
      logIds?: Record<string, unknown>;
      request: FastifyRequest;
      reply: FastifyReply;
    },
): Promise<FastifyReply> {
  const handOver = findHandOver(deps, request);
  const etag = `"${sha256.toString("hex")}"`;
  const condition = request.headers["if-range"];
  const isSame = condition === undefined || condition === etag || handOver?.hasOwnEtag;
  const requested = isSame ? request.headers.range : undefined;
  const range = parseRange(requested, size);
  if (range === "unsatisfiable") {
    reply.header("Content-Range", `bytes */${size}`);
    throw errors.range();
  }
  const opened = await deps.storage.openFile(key, handOver ? FIRST_BYTE : (range ?? undefined));
  if (!opened) {
    request.log.error({ key, ...logIds }, "the stored bytes of a file are missing");
    throw notFound("File");
  }
  try {
    if (opened.size !== size) throw new Error(`${key} has ${opened.size} bytes, not ${size}.`);
    if (onSend && request.method === "GET") await onSend({ isStart: (range?.start ?? 0) === 0 });
  } catch (error) {
    opened.stream.destroy();
    throw error;
  }
  reply.headers({
    ...INERT,
    "Content-Type": typeOfDownload(name),
    "Content-Disposition": attachment(name),
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-store",
    ETag: etag,
  });
  if (handOver) {
    opened.stream.destroy();
    return handOver.send(reply, { key, name });
  }
  reply.header("Content-Length", range ? range.end - range.start + 1 : size);
  if (range) reply.code(206).header("Content-Range", `bytes ${range.start}-${range.end}/${size}`);
  return sendBytes(request, reply, opened);
}

/** Returns one size of a stored image by the URL of any size, or null if the URL belongs to another site or the file was deleted. */
export async function readImage(
  { storage, publicUrl }: { storage: Storage; publicUrl: string },
  { url, width }: { url: string; width: number },
): Promise<Buffer | null> {
  const id = imageIdOf(publicUrl, url);
  const opened = id ? await storage.openFile(imageKey(id, width)) : null;
  return opened && buffer(opened.stream);
}

/** Sends one size of a public image. Its URL always refers to the same image, so it may be cached for ever; the database is not queried. */
export async function sendImage(
  storage: Storage,
  { request, reply, id, width }: PublicImage & { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const opened = await storage.openFile(imageKey(id, width)).then(orNotFound("File"));
  if (isKnownImage(reply, request, `"${id}-${width}"`)) {
    opened.stream.destroy();
    return reply.code(304).send();
  }
  reply.headers({ "Content-Type": "image/webp", "Content-Length": opened.size });
  return sendBytes(request, reply, opened);
}

/** Sends a public image as a JPEG made by `create`. Throws 404. */
export async function sendEmailImage(
  create: (id: string) => Promise<Buffer | null>,
  { request, reply, id }: Pick<PublicImage, "id"> & { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const jpeg = await create(id).then(orNotFound("File"));
  if (isKnownImage(reply, request, `"${id}-email"`)) return reply.code(304).send();
  return reply.type("image/jpeg").send(jpeg);
}

/** Sets the headers of a public image. Returns whether the client has it. */
function isKnownImage(reply: FastifyReply, request: FastifyRequest, etag: string): boolean {
  reply.headers({
    ...INERT,
    "Cache-Control": "public, max-age=31536000, immutable",
    // Other sites may embed the image, because creators share its URL.
    "Cross-Origin-Resource-Policy": "cross-origin",
    ETag: etag,
  });
  return namesEtag(request.headers["if-none-match"], etag);
}

/** Sends the stream, or an empty one for HEAD: the framework would read the whole file, and it keeps the `Content-Length` header. */
function sendBytes(request: FastifyRequest, reply: FastifyReply, { stream }: OpenedFile): FastifyReply {
  if (request.method !== "HEAD") return reply.send(stream);
  stream.destroy();
  return reply.send(Readable.from([]));
}
