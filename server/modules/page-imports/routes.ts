import type { FastifyInstance } from "fastify";
import { pageImportRoutes } from "../../../contract/api/page-imports.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { untilClosed } from "../../platform/http/until-closed.ts";
import { type ReadDeps, readFile, readUrl } from "./read-page.ts";
import { applyImport, type ImportDeps, listImports, storeContents, undoImport } from "./service.ts";
import { acceptTextFile } from "./text-file-route.ts";

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

/** Registers the route of uploaded pages in a scope of their own. */
export async function registerFileRoute(
  scope: FastifyInstance,
  registerRoute: RegisterRoute,
  deps: Pick<ImportDeps, "db">,
): Promise<void> {
  const receiveText = await acceptTextFile(scope, pageImportRoutes.readFile);
  registerRoute(pageImportRoutes.readFile, async ({ viewer: { creatorId }, request }) => ({
    contents: await receiveText({ creatorId, request }, async (text) =>
      storeContents(deps, { creatorId, contents: await readFile(text) }),
    ),
  }));
}
