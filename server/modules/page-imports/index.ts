import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { Audience } from "../audience/index.ts";
import type { Files } from "../files/index.ts";
import type { Orders } from "../orders/index.ts";
import type { Products } from "../products/index.ts";
import { pictureJob } from "./picture-job.ts";
import { registerReaderFileRoute, registerReaderImportRoutes } from "./readers/routes.ts";
import { registerFileRoute, registerPageImportRoutes } from "./routes.ts";
import { registerSaleFileRoute, registerSaleImportRoutes } from "./sales/routes.ts";
import { deleteOldImports } from "./store.ts";

export { eraseWaitingEmail } from "./store.ts";

/** Imports of pages, products, sales and readers that exist elsewhere: read, reviewed by the creator, added in one step, undone for a day. */
export function createPageImports(
  infrastructure: Infrastructure,
  uses: { files: Files; audience: Audience; products: Products; orders: Orders },
) {
  const { settings, db } = infrastructure;
  const deps = {
    ...infrastructure,
    ...uses,
    readers: uses.audience.readers,
    publicUrl: settings.publicUrl,
    plans: settings.site.plans,
    isEnabled: settings.linkPreviews,
  };
  return {
    routes: async ({ registerRoute, addScope }) => {
      registerPageImportRoutes(registerRoute, deps);
      registerReaderImportRoutes(registerRoute, deps);
      registerSaleImportRoutes(registerRoute, deps);
      await addScope((scope, register) => registerFileRoute(scope, register, deps));
      await addScope((scope, register) => registerReaderFileRoute(scope, register, deps));
      await addScope((scope, register) => registerSaleFileRoute(scope, register, deps));
    },
    jobs: [pictureJob(deps)],
    maintenance: { "delete-old-page-imports": () => deleteOldImports(db) },
  } satisfies Module;
}
