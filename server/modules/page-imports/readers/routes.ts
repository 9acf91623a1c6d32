import type { FastifyInstance } from "fastify";
import { readerImportRoutes } from "../../../../contract/api/reader-imports.ts";
import type { RegisterRoute } from "../../../platform/http/register-route.ts";
import { acceptTextFile } from "../text-file-route.ts";
import { applyReaders, listReaderImports, type ReaderDeps, readReaderFile, undoReaders } from "./service.ts";

export function registerReaderImportRoutes(registerRoute: RegisterRoute, deps: ReaderDeps): void {
  registerRoute(readerImportRoutes.list, async ({ viewer }) => ({
    imports: await listReaderImports(deps.db, viewer.creatorId),
  }));
  registerRoute(readerImportRoutes.apply, async ({ viewer: { creatorId }, params: { id }, body }) => ({
    import: await applyReaders(deps, { creatorId, id, isDeclared: body.declaration !== null }),
  }));
  registerRoute(readerImportRoutes.undo, ({ viewer: { creatorId }, params: { id } }) =>
    undoReaders(deps, { creatorId, id }),
  );
}

/** Registers the route of uploaded files in a scope of their own. */
export async function registerReaderFileRoute(
  scope: FastifyInstance,
  registerRoute: RegisterRoute,
  deps: ReaderDeps,
): Promise<void> {
  const receiveText = await acceptTextFile(scope, readerImportRoutes.readFile);
  registerRoute(readerImportRoutes.readFile, async ({ viewer: { creatorId }, request }) => ({
    file: await receiveText({ creatorId, request }, (text, name) =>
      readReaderFile(deps, { creatorId, text, name }),
    ),
  }));
}
