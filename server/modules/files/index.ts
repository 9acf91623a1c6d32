import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { directUploadJob } from "./direct-upload-job.ts";
import { removeOverUploads } from "./direct-uploads.ts";
import { createFileService } from "./files.ts";
import { reportMissingFiles } from "./missing.ts";
import { removeInterruptedUploads } from "./pending-uploads.ts";
import { deleteUnreferencedFiles, type FileReference, removeFilesJob } from "./removal.ts";
import { registerFileRoutes } from "./routes.ts";

export { acceptUploads, createUploadSlots, declaredBytes } from "./accept-uploads.ts";
export { findImageDimensions } from "./dimensions.ts";
export { errors as fileErrors } from "./errors.ts";
export type { Files } from "./files.ts";
export { emailImageUrl, imageIdOf, imageUrl } from "./keys.ts";
export { findChangedFiles, findMissingFiles } from "./missing.ts";
export { receiveFile } from "./receive.ts";
export {
  deleteFiles,
  listFilesOf,
  listOrphans,
} from "./removal.ts";
export { findOwnDigitalFile, isOwnFile, isOwnImage, ownsImages } from "./repository.ts";
export { countUnverified } from "./routes.ts";
export { sizeText } from "./rules.ts";
/** Exported for foreign keys and reading joins. Only this module writes to it. */
export { files } from "./tables.ts";

/**
 * Uploaded files.
 * `references` are the columns of other modules that refer to a file. A file without references is deleted.
 */
export function createFiles(
  infrastructure: Infrastructure,
  { references }: { references: readonly FileReference[] },
) {
  const { settings, storage, disk, limits } = infrastructure;
  const received = { bytes: 0 };
  const deps = {
    ...infrastructure,
    received,
    publicUrl: settings.publicUrl,
    maxUploadBytes: settings.maxUploadBytes,
    quotaBytes: settings.uploadQuotaBytes,
  };
  const files = createFileService(deps);
  return {
    routes: (http) =>
      http.addScope((scope, registerRoute) => registerFileRoutes(scope, registerRoute, { files, limits })),
    jobs: [removeFilesJob(infrastructure), directUploadJob(deps)],
    maintenance: {
      "delete-abandoned-uploads": () => storage.deleteAbandonedTemps(),
      "remove-interrupted-uploads": () => removeInterruptedUploads(infrastructure),
      "remove-over-uploads": () => removeOverUploads(deps),
      "report-low-disk": async () => void (await disk.read()),
      "report-missing-files": () => reportMissingFiles(infrastructure),
      "delete-unreferenced-files": () => deleteUnreferencedFiles({ ...infrastructure, references }),
    },
    processMetrics: [
      {
        name: "tessera_upload_bytes_total",
        help: "Bytes of uploaded files, including rejected ones",
        type: "counter",
        read: () => received.bytes,
      },
    ],
    api: files,
  } satisfies Module;
}
