import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { createFileService } from "./files.ts";
import { removeInterruptedUploads } from "./pending-uploads.ts";
import { removeFilesJob } from "./removal.ts";
import { registerFileRoutes } from "./routes.ts";

export type { Files } from "./files.ts";
export {
  deleteFiles,
  listFilesOf,
  listOrphans,
  markUnreferenced,
} from "./removal.ts";
export { findOwnDigitalFile } from "./repository.ts";
/** Exported for foreign keys and reading joins; only this module writes to it. */
export { files } from "./tables.ts";

/** Creates the module of uploaded files. */
export function createFiles(infrastructure: Infrastructure) {
  const { settings, storage } = infrastructure;
  const files = createFileService({
    ...infrastructure,
    publicUrl: settings.publicUrl,
    maxUploadBytes: settings.maxUploadBytes,
    quotaBytes: settings.uploadQuotaBytes,
  });
  return {
    routes: (http) =>
      http.addScope((scope, registerRoute) => registerFileRoutes(scope, registerRoute, files)),
    jobs: [removeFilesJob(infrastructure)],
    maintenance: {
      "delete-abandoned-uploads": () => storage.deleteAbandonedTemps(),
      "remove-interrupted-uploads": () => removeInterruptedUploads(infrastructure),
    },
    api: files,
  } satisfies Module;
}
