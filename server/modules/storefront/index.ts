export { serveCachedPages } from "./cached-page-fast-path.ts";
export { createOgImages } from "./og-images.ts";
export { createPageCache } from "./page-cache.ts";
export { limitPages, type PageDeps } from "./page-deps.ts";
export { registerPages } from "./pages.ts";
export { registerStorefrontRoutes, type StorefrontDeps } from "./routes.ts";
export { creatorModel, encodeCreatorPage, findCreatorPage, pageBytes } from "./service.ts";
