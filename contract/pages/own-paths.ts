import { NON_PAGE_PREFIXES, paths } from "../rules/paths.ts";
import { PAGE_PREFIXES } from "./page-prefixes.ts";
import type { PageSite } from "./pages.ts";

/** First parts of paths with pages of the site, which no page of a creator has on an own domain. */
const RESERVED: ReadonlySet<string> = new Set(
  [
    ...PAGE_PREFIXES,
    ...NON_PAGE_PREFIXES,
    "/dashboard",
    "/admin",
    "/auth",
    "/demo",
    "/healthz",
    "/readyz",
    "/metrics",
    paths.upgrade(),
  ].map((path) => path.split("/")[1] ?? ""),
);

/** Returns whether a path on an own domain belongs to the site, not to the creator's page. */
export const isReservedPath = (path: string) =>
  path.startsWith("//") || RESERVED.has(/^\/([^/?]*)/.exec(path)?.[1] ?? "none");

/** Returns the URL on an own domain of what is below `/@handle` on the main host. A product whose name is reserved keeps its longer path. */
export function onOwnDomain(handle: string, below: string): string {
  if (isReservedPath(below)) return paths.creator(handle) + below;
  return below.startsWith("/") ? below : `/${below}`;
}

/** Returns the URL of a path that visitors get: on the creator's own domain, if the page has one. */
export function visitorUrl({ publicUrl, own }: Pick<PageSite, "publicUrl" | "own">, path: string): string {
  if (!own) return publicUrl + path;
  const page = paths.creator(own.handle);
  const isOfPage = path.startsWith(page) && /^(?:[/?#]|$)/.test(path.slice(page.length));
  return own.origin + (isOfPage ? onOwnDomain(own.handle, path.slice(page.length)) : path);
}
