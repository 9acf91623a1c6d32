export { findProduct, insertProduct } from "./repository.ts";
export { registerProductRoutes } from "./routes.ts";
export type { ProductDeps } from "./service.ts";
/** For reading joins; only this module writes it. */
export { products } from "./tables.ts";
