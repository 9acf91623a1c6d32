import type { FastifyInstance } from "fastify";
import { saleImportRoutes } from "../../../../contract/api/sale-imports.ts";
import type { RegisterRoute } from "../../../platform/http/register-route.ts";
import { acceptTextFile } from "../text-file-route.ts";
import { applySales, listSaleImports, readSaleFile, type SaleDeps, undoSales } from "./service.ts";

export function registerSaleImportRoutes(registerRoute: RegisterRoute, deps: SaleDeps): void {
  registerRoute(saleImportRoutes.list, async ({ viewer }) => ({
    imports: await listSaleImports(deps.db, viewer.creatorId),
  }));
  registerRoute(saleImportRoutes.apply, async ({ viewer, params: { id } }) => ({
    import: await applySales(deps, { viewer, id }),
  }));
  registerRoute(saleImportRoutes.undo, ({ viewer: { creatorId }, params: { id } }) =>
    undoSales(deps, { creatorId, id }),
  );
}

/** Registers the route of uploaded files in a scope of their own. */
export async function registerSaleFileRoute(
  scope: FastifyInstance,
  registerRoute: RegisterRoute,
  deps: SaleDeps,
): Promise<void> {
  const receiveText = await acceptTextFile(scope, saleImportRoutes.readFile);
  registerRoute(saleImportRoutes.readFile, async ({ viewer: { creatorId }, request }) => ({
    file: await receiveText({ creatorId, request }, (text) => readSaleFile(deps, { creatorId, text })),
  }));
}
