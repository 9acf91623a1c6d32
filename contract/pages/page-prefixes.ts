import type { PageRoute } from "./page-route.ts";
import { pageRoutes } from "./page-routes.ts";

const routes: PageRoute[] = Object.values(pageRoutes);

/** Returns the first part of a path, with a slash if a parameter follows. */
const prefixOf = (path: string) => /^\/[^/:]*(?:\/(?=:))?/.exec(path)?.[0] ?? path;

const prefixesOf = (some: readonly PageRoute[]) => [...new Set(some.map(({ path }) => prefixOf(path)))];

/** Paths that search engines must not index, because their pages need a session or belong to one buyer. */
export const PRIVATE_PREFIXES: readonly string[] = [
  "/api/",
  ...prefixesOf(routes.filter((route) => route.private)),
];

/** The first parts of all paths with a page or a file. */
export const PAGE_PREFIXES: readonly string[] = prefixesOf(routes).filter((prefix) => prefix !== "/");
