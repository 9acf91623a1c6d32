import type { PageRoute } from "./page-route.ts";
import { pageRoutes } from "./page-routes.ts";

const routes: PageRoute[] = Object.values(pageRoutes);

/** Pages that the browser renders by itself; the server returns the same document for each. */
export const consoleRoutes = routes.filter(({ renders }) => renders === "console");
export const CONSOLE_PATHS: readonly string[] = consoleRoutes.map(({ path }) => path);

/** The first part of a path; with its slash when a parameter follows. */
const prefixOf = (path: string) => /^\/[^/:]*(?:\/(?=:))?/.exec(path)?.[0] ?? path;

const prefixesOf = (some: readonly PageRoute[]) => [...new Set(some.map(({ path }) => prefixOf(path)))];

/** Where no page is: calls, uploaded files and the files that pages load. */
export const NON_PAGE_PREFIXES = ["/api", "/uploads", "/assets"] as const;

/** What nobody is to find by searching: for people who are signed in, or made for one buyer. */
export const PRIVATE_PREFIXES: readonly string[] = [
  "/api/",
  ...prefixesOf(routes.filter((route) => route.private)),
];

/** The first parts of all paths with a page or a file. */
export const PAGE_PREFIXES: readonly string[] = prefixesOf(routes).filter((prefix) => prefix !== "/");
