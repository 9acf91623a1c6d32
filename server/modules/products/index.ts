import type { Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { registerProductRoutes } from "./routes.ts";
import { releaseStock, reserveStock } from "./stock.ts";

export { findProduct, insertProduct } from "./repository.ts";
/** Exported for reading joins; only this module writes to it. */
export { products } from "./tables.ts";

export type Products = ReturnType<typeof createProducts>["api"];

/** Creates the module of products. */
export function createProducts({ db, pageInvalidations, settings: { publicUrl } }: Infrastructure) {
  return {
    routes: ({ registerRoute }) => registerProductRoutes(registerRoute, { db, pageInvalidations, publicUrl }),
    api: {
      /** Reserves a piece for a payment, in the transaction that records it. */
      reserveStock: (tx: Transaction, productId: number) =>
        reserveStock(tx, { pageInvalidations }, productId),
      /** Puts back a piece that was `reserved` by a payment that ended unpaid. */
      releaseStock: (tx: Transaction, productId: number) =>
        releaseStock(tx, { pageInvalidations }, productId),
    },
  } satisfies Module;
}
