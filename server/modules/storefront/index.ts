export { createPageCache } from "./page-cache.ts";
export type { PageDeps } from "./page-deps.ts";
export { registerPages } from "./pages.ts";
export { registerStorefrontRoutes, type StorefrontDeps } from "./routes.ts";
export { creatorModel, findCreatorPage } from "./service.ts";
