import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { registerProductRoutes } from "./routes.ts";

export { findProduct, insertProduct } from "./repository.ts";
/** Exported for reading joins; only this module writes to it. */
export { products } from "./tables.ts";

/** Creates the module of products. */
export function createProducts({ db, pageInvalidations, settings: { publicUrl } }: Infrastructure) {
  return {
    routes: ({ registerRoute }) => registerProductRoutes(registerRoute, { db, pageInvalidations, publicUrl }),
  } satisfies Module;
}
