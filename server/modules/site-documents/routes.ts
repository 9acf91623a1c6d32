import { siteDocumentRoutes } from "../../../contract/api/site-documents.ts";
import type { Database } from "../../platform/database/index.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { acceptVersions, type DocumentSettings } from "./service.ts";

export function registerSiteDocumentRoutes(
  registerRoute: RegisterRoute,
  { db, settings }: { db: Database; settings: DocumentSettings },
): void {
  registerRoute(siteDocumentRoutes.accept, ({ viewer: { userId }, body: { documents } }) =>
    acceptVersions(db, settings, { userId, documents }),
  );
}
