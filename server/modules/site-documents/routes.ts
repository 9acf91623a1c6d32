import { siteDocumentRoutes } from "../../../contract/api/site-documents.ts";
import type { Database } from "../../platform/database/index.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { acceptVersions, type DocumentSettings, findPending } from "./service.ts";

export function registerSiteDocumentRoutes(
  registerRoute: RegisterRoute,
  { db, settings }: { db: Database; settings: DocumentSettings },
): void {
  registerRoute(siteDocumentRoutes.accept, async ({ viewer: { userId }, body: { documents } }) => {
    await acceptVersions(db, settings, { userId, documents });
    return { pending_documents: await findPending(db, settings, userId) };
  });
}
