import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { registerProductRoutes } from "./routes.ts";

export { findProduct, insertProduct } from "./repository.ts";
/** For reading joins; only this module writes it. */
export { products } from "./tables.ts";

/** Products of creators. */
export function createProducts({ db, pageInvalidations, settings: { publicUrl } }: Infrastructure) {
  return {
    routes: ({ registerRoute }) => registerProductRoutes(registerRoute, { db, pageInvalidations, publicUrl }),
  } satisfies Module;
}
