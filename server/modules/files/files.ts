import type { FastifyReply, FastifyRequest } from "fastify";
import { IMAGE_WIDTHS, type UploadPurpose } from "../../../contract/api/files.ts";
import {
  cancelDirectUpload,
  completeDirectUpload,
  type DirectUploadDeps,
  type NewDirectUpload,
  type OwnUpload,
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
import { checkQuota, type DeclaredUpload, storeTrustedSvg, storeUpload, type Upload } from "./service.ts";

export type Files = ReturnType<typeof createFileService>;

/** Stores and serves uploaded files, on the given storage and with the given limits. */
export function createFileService(deps: DirectUploadDeps) {
  const createEmailImage = createEmailImages(deps);
  return {
    /** Checks before an upload is sent whether its declared size fits the quota and the disk. Throws 413, 507. */
    checkQuota: (declared: DeclaredUpload) => checkQuota(deps, declared),
    /**
     * Stores a file.
     * Without a purpose, a file whose content is an image becomes public, anything else private.
     * Throws 400, 413, 415, 507.
     */
    storeUpload: (upload: Upload) => storeUpload(deps, upload),
    /** Starts an upload of a private file straight to the bucket. Throws 400, 409, 413, 429, 507. */
    startDirectUpload: (upload: NewDirectUpload) => startDirectUpload(deps, upload),
    /** Returns the file of such an upload; null while its bytes are checked. Throws 400, 404, 410. */
    completeDirectUpload: (own: OwnUpload) => completeDirectUpload(deps, own),
    /** Ends such an upload. Throws 404. */
    cancelDirectUpload: (own: OwnUpload) => cancelDirectUpload(deps, own),
    /** Stores an image that is part of this software. Must never be called with an upload. */
    storeTrustedSvg: (image: { creatorId: number; name: string; svg: Buffer }) =>
      storeTrustedSvg(deps, image),
    /** Sends a private file, with support for ranges and HEAD. The caller has checked that it may be read. Throws 404, 416. */
    sendDownload: (request: FastifyRequest, reply: FastifyReply, download: Download) =>
      sendDownload(deps, { request, reply, ...download }),
    /** Opens the bytes of a file, of a picture in its largest size; null when they are missing. */
    openStored: ({ id, purpose }: { id: string; purpose: UploadPurpose }) =>
      deps.storage.openFile(purpose === "image" ? imageKey(id, Math.max(...IMAGE_WIDTHS)) : digitalKey(id)),
    /** Sends bytes that another module has stored, as a download with support for ranges and HEAD. Throws 404, 416. */
    sendStored: (request: FastifyRequest, reply: FastifyReply, stored: StoredBytes) =>
      sendStored(deps, { request, reply, ...stored }),
    /** Returns a square of a public image of this site around its focal point as a JPEG, or null for any other URL. */
    cropImage: async (url: string, crop: Crop) => {
      const webp = await readImage(deps, { url, width: 480 });
      return webp && cropSquare(webp, crop);
    },
    /** Sends a public image as mail programs show it. Throws 404, 503. */
    sendEmailImage: (request: FastifyRequest, reply: FastifyReply, id: string) =>
      sendEmailImage(createEmailImage, { request, reply, id }),
    /** Sends one size of a public image. Throws 404. */
    sendImage: (request: FastifyRequest, reply: FastifyReply, image: PublicImage) =>
      sendImage(deps.storage, { request, reply, ...image }),
  };
}
