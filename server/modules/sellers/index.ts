import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { registerSellerPages } from "./pages.ts";
import { registerSellerRoutes } from "./routes.ts";
import { findSeller } from "./service.ts";

export { presentPublicSeller } from "./presenter.ts";
export { findSeller, importSeller } from "./service.ts";
/** Exported for reading joins. Only this module writes to it. */
export { sellers } from "./tables.ts";

export type Sellers = ReturnType<typeof createSellers>["api"];

/** Seller details: the person or company behind a creator's page. */
export function createSellers({ db, pageInvalidations, settings }: Infrastructure) {
  return {
    routes: ({ registerRoute }) => registerSellerRoutes(registerRoute, { db, pageInvalidations }),
    pages: (registerPage) => registerSellerPages(registerPage, { db, publicUrl: settings.publicUrl }),
    api: {
      /**
       * Returns the complete seller details of a creator, or null if none are saved. Without them nothing is
       * sold for real money.
       */
      findSeller,
    },
  } satisfies Module;
}
