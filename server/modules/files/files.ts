import type { FastifyReply, FastifyRequest } from "fastify";
import { IMAGE_WIDTHS, type UploadPurpose } from "../../../contract/api/files.ts";
import { withDeps } from "../../platform/with-deps.ts";
import {
  cancelDirectUpload,
  completeDirectUpload,
  type DirectUploadDeps,
  startDirectUpload,
} from "./direct-uploads.ts";
import {
  type Download,
  type PublicImage,
  readImage,
  type StoredBytes,
  sendDownload,
  sendEmailImage,
  sendImage,
  sendStored,
} from "./download.ts";
import { createEmailImages } from "./email-images.ts";
import { type Crop, cropSquare } from "./images.ts";
import { digitalKey, imageKey } from "./keys.ts";
import { checkQuota, storeTrustedSvg, storeUpload } from "./service.ts";

export type Files = ReturnType<typeof createFileService>;

/** Stores and serves uploaded files, on the given storage and with the given limits. */
export function createFileService(deps: DirectUploadDeps) {
  const createEmailImage = createEmailImages(deps);
  return {
    ...withDeps(deps, {
      checkQuota,
      storeUpload,
      startDirectUpload,
      completeDirectUpload,
      cancelDirectUpload,
      storeTrustedSvg,
    }),
    /** Sends a private file, with support for ranges and HEAD. The caller has checked that it may be read. Throws 404, 416. */
    sendDownload: (request: FastifyRequest, reply: FastifyReply, download: Download) =>
      sendDownload(deps, { request, reply, ...download }),
    /** Opens the bytes of a file, or of a picture in its largest size. Returns null if they are missing. */
    openStored: ({ id, purpose }: { id: string; purpose: UploadPurpose }) =>
      deps.storage.openFile(purpose === "image" ? imageKey(id, Math.max(...IMAGE_WIDTHS)) : digitalKey(id)),
    /** Sends bytes stored by another module as a download with ranges and HEAD. Throws 404, 416. */
    sendStored: (request: FastifyRequest, reply: FastifyReply, stored: StoredBytes) =>
      sendStored(deps, { request, reply, ...stored }),
    /** Returns a square JPEG of a public image of this site around its focal point, or null for any other URL. */
    cropImage: async (url: string, crop: Crop) => {
      const webp = await readImage(deps, { url, width: 480 });
      return webp && cropSquare(webp, crop);
    },
    /** Sends a public image in a format for mail clients. Throws 404, 503. */
    sendEmailImage: (request: FastifyRequest, reply: FastifyReply, id: string) =>
      sendEmailImage(createEmailImage, { request, reply, id }),
    /** Sends one size of a public image. Throws 404. */
    sendImage: (request: FastifyRequest, reply: FastifyReply, image: PublicImage) =>
      sendImage(deps.storage, { request, reply, ...image }),
  };
}
