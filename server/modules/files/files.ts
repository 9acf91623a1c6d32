import type { FastifyReply, FastifyRequest } from "fastify";
import { type Download, type PublicImage, readImage, sendDownload, sendImage } from "./download.ts";
import { cropSquare } from "./images.ts";
import {
  checkQuota,
  type DeclaredUpload,
  type FileDeps,
  type StoredFile,
  storeTrustedSvg,
  storeUpload,
  type Upload,
} from "./service.ts";

/** Uploaded files, kept and served. */
export type Files = {
  /** Refuses an upload that is known not to fit before it is sent. Throws 413. */
  checkQuota(announced: DeclaredUpload): Promise<void>;
  /** Keeps a file; without a purpose, an image by content is public and anything else private. Throws 400, 413, 415, 507. */
  storeUpload(upload: Upload): Promise<StoredFile>;
  /** Keeps the product's own art; nothing uploaded may ever come here. */
  storeTrustedSvg(image: { creatorId: number; name: string; svg: Buffer }): Promise<StoredFile>;
  /** Answers with a private file, ranges and HEAD included; the caller has checked that it may be read. Throws 404, 416. */
  sendDownload(request: FastifyRequest, reply: FastifyReply, download: Download): Promise<FastifyReply>;
  /** A square of a public image of this site, as JPEG of `side` pixels; null for any other address. */
  cropImage(url: string, side: number): Promise<Buffer | null>;
  /** Answers with one size of a public image. Throws 404. */
  sendImage(request: FastifyRequest, reply: FastifyReply, image: PublicImage): Promise<FastifyReply>;
};

/** The files of this site, on the storage and within the bounds given. */
export function createFileService(deps: FileDeps): Files {
  return {
    checkQuota: (announced) => checkQuota(deps, announced),
    storeUpload: (upload) => storeUpload(deps, upload),
    storeTrustedSvg: (image) => storeTrustedSvg(deps, image),
    sendDownload: (request, reply, download) => sendDownload(deps, { request, reply, ...download }),
    cropImage: async (url, side) => {
      const webp = await readImage(deps, { url, width: 480 });
      return webp && cropSquare(webp, side);
    },
    sendImage: (request, reply, image) => sendImage(deps.storage, { request, reply, ...image }),
  };
}
