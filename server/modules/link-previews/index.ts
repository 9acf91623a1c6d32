import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { Files } from "../files/index.ts";
import { registerLinkPreviewRoutes } from "./routes.ts";

export { decodeHtml } from "./html-text.ts";
export { cleanText } from "./page-metadata.ts";
export { type StoreImageDeps, storeImage } from "./store-image.ts";

/** Link previews: fill in the form of a tile from the page behind a link. */
export function createLinkPreviewModule(
  { limits, log, fetchPublic, settings }: Infrastructure,
  { files }: { files: Files },
) {
  const stopping = new AbortController();
  return {
    routes: ({ registerRoute }) =>
      registerLinkPreviewRoutes(registerRoute, {
        limits,
        log,
        files,
        fetchPublic,
        isEnabled: settings.linkPreviews,
        stopping: stopping.signal,
      }),
    stop: async () => stopping.abort(),
  } satisfies Module;
}
