import type { FastifyInstance } from "fastify";
import { pageImportRoutes } from "../../../contract/api/page-imports.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { untilClosed } from "../../platform/http/until-closed.ts";
import { acceptUploads, createUploadSlots, receiveFile } from "../files/index.ts";
import { type ReadDeps, readFile, readUrl } from "./read-page.ts";
import { applyImport, type ImportDeps, listImports, storeContents, undoImport } from "./service.ts";

export function registerPageImportRoutes(registerRoute: RegisterRoute, deps: ReadDeps & ImportDeps): void {
  registerRoute(pageImportRoutes.readUrl, async ({ viewer, body, reply }) => {
    const contents = await readUrl(deps, { url: body.url, signal: untilClosed(reply.raw) });
    return { contents: await storeContents(deps, { creatorId: viewer.creatorId, contents }) };
  });
  registerRoute(pageImportRoutes.list, ({ viewer }) => listImports(deps.db, viewer.creatorId));
  registerRoute(pageImportRoutes.apply, async ({ viewer, params, body, request }) => ({
    import: await applyImport(deps, { viewer, ip: request.ip, id: params.id, places: body.rows }),
  }));
  registerRoute(pageImportRoutes.undo, ({ viewer, params }) =>
    undoImport(deps, { creatorId: viewer.creatorId, id: params.id }),
  );
}

/** Registers the route of uploaded pages. `scope` should be separate, because it gets a parser for multipart bodies. */
export async function registerFileRoute(
  scope: FastifyInstance,
  registerRoute: RegisterRoute,
  deps: Pick<ImportDeps, "db">,
): Promise<void> {
  await acceptUploads(scope, pageImportRoutes.readFile);
  const acquireSlot = createUploadSlots(1);
  registerRoute(pageImportRoutes.readFile, async ({ viewer, request }) => {
    const leave = acquireSlot(viewer.creatorId);
    try {
      const { source, stop } = await receiveFile(request);
      try {
        const contents = await readFile(source);
        return { contents: await storeContents(deps, { creatorId: viewer.creatorId, contents }) };
      } finally {
        stop();
      }
    } finally {
      leave();
    }
  });
}
