import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { registerDocumentPages } from "./pages.ts";
import { registerSiteDocumentRoutes } from "./routes.ts";
import { storeVersions } from "./service.ts";

export { presentAcceptance } from "./presenter.ts";
export { deleteAcceptances, listAcceptances } from "./repository.ts";
export { acceptByRegistering, type DocumentSettings, findPending } from "./service.ts";

/** The operator's imprint, privacy notice and terms, and their acceptance by users. */
export function createSiteDocuments({ db, settings }: Infrastructure) {
  return {
    routes: ({ registerRoute }) => registerSiteDocumentRoutes(registerRoute, { db, settings }),
    pages: (registerPage) => registerDocumentPages(registerPage, settings.siteDocuments),
    preparation: { "store-site-documents": () => storeVersions(db, settings) },
  } satisfies Module;
}
