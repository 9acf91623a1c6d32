export { createFiles, type Files } from "./files.ts";
export { removeInterruptedUploads } from "./pending-uploads.ts";
export {
  deleteFiles,
  handleFileJobs,
  listFilesOf,
  listOrphans,
  markUnreferenced,
} from "./removal.ts";
export { findOwnDigitalFile } from "./repository.ts";
export { registerFileRoutes } from "./routes.ts";
/** For foreign keys and reading joins; only this module writes it. */
export { files } from "./tables.ts";
