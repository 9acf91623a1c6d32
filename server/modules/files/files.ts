import type { FastifyReply, FastifyRequest } from "fastify";
import { type Download, type PublicImage, readImage, sendDownload, sendImage } from "./download.ts";
import { type Crop, cropSquare } from "./images.ts";
import {
  checkQuota,
  type DeclaredUpload,
  type FileDeps,
  type StoredFile,
  storeTrustedSvg,
  storeUpload,
  type Upload,
} from "./service.ts";

/** Stores and serves uploaded files. */
export type Files = {
  /** Checks before an upload is sent whether its declared size fits the quota and the disk. Throws 413, 507. */
  checkQuota(declared: DeclaredUpload): Promise<void>;
  /** Stores a file. Without a purpose, a file whose content is an image becomes public, anything else private. Throws 400, 413, 415, 507. */
  storeUpload(upload: Upload): Promise<StoredFile>;
  /** Stores an image that is part of this software. Must never be called with an upload. */
  storeTrustedSvg(image: { creatorId: number; name: string; svg: Buffer }): Promise<StoredFile>;
  /** Sends a private file, with support for ranges and HEAD. The caller has checked that it may be read. Throws 404, 416. */
  sendDownload(request: FastifyRequest, reply: FastifyReply, download: Download): Promise<FastifyReply>;
  /** Returns a square of a public image of this site around its focal point as a JPEG, or null for any other URL. */
  cropImage(url: string, crop: Crop): Promise<Buffer | null>;
  /** Sends one size of a public image. Throws 404. */
  sendImage(request: FastifyRequest, reply: FastifyReply, image: PublicImage): Promise<FastifyReply>;
};

/** Creates the file service on the given storage and with the given limits. */
export function createFileService(deps: FileDeps): Files {
  return {
    checkQuota: (declared) => checkQuota(deps, declared),
    storeUpload: (upload) => storeUpload(deps, upload),
    storeTrustedSvg: (image) => storeTrustedSvg(deps, image),
    sendDownload: (request, reply, download) => sendDownload(deps, { request, reply, ...download }),
    cropImage: async (url, crop) => {
      const webp = await readImage(deps, { url, width: 480 });
      return webp && cropSquare(webp, crop);
    },
    sendImage: (request, reply, image) => sendImage(deps.storage, { request, reply, ...image }),
  };
}
