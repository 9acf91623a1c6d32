import { isReservedPath, onOwnDomain } from "../../../contract/pages/own-paths.ts";
import { paths } from "../../../contract/rules/paths.ts";

/** Paths that visitors use on a creator's own domain as on the main host. A page of them is sent only if it is this creator's. */
const FOR_VISITORS = [
  /^\/assets\//,
  /^\/uploads\//,
  /^\/(?:favicon\.(?:ico|svg)|apple-touch-icon\.png)$/,
  /^\/site-logo-[\w-]+\.png$/,
  /^\/(?:imprint|privacy|terms)$/,
  /^\/(?:robots\.txt|sitemap\.xml)$/,
  /^\/checkout\/(?:start|return|pay\/|mock\/)/,
  /^\/orders\//,
  /^\/gift\//,
  /^\/signup(?:\/|$)/,
  /^\/api\/public\/(?:config|qr|analytics)$/,
  /^\/api\/public\/(?:signups|checkout|orders)(?:\/|$)/,
  /^\/api\/orders\/download\//,
];
const API_CREATOR = "/api/public/creator/";
const HANDLE = /^\/@([^/]*)(.*)$/;

/** The meaning of a request for a path on an own domain. */
export type OwnPath =
  /** Serve this URL of the product. */
  | { serve: string }
  /** Redirect to this URL of the same host, which is the shorter one of the same page. */
  | { shorten: string }
  /** The path exists on the main host alone. */
  | "main"
  /** Respond with 404. */
  | "none";

/** Returns whether an own domain serves a path itself, without leading to the main host. */
export function isForVisitors(path: string, handle: string): boolean {
  const meaning = readOwnPath(path, handle);
  return typeof meaning === "object" && "serve" in meaning;
}

/** Reads a normalised URL as requested on the domain of the creator with this handle. Whatever is not for visitors of this page leads to the main host. */
export function readOwnPath(url: string, handle: string): OwnPath {
  const query = url.indexOf("?");
  const path = query < 0 ? url : url.slice(0, query);
  const rest = query < 0 ? "" : url.slice(query);
  const page = paths.creator(handle);
  if (path === "/") return { serve: page + rest };
  const [, requested, below = ""] = HANDLE.exec(path) ?? [];
  if (requested !== undefined) {
    if (requested.toLowerCase() !== handle) return "main";
    const short = onOwnDomain(handle, below + rest);
    return short === url ? { serve: url } : { shorten: short };
  }
  if (path.startsWith(API_CREATOR))
    return path.slice(API_CREATOR.length).toLowerCase() === handle ? { serve: url } : "none";
  if (FOR_VISITORS.some((pattern) => pattern.test(path))) return { serve: url };
  if (path.startsWith("/api/")) return "none";
  // Every other path is below this creator's page, so it cannot name anything else.
  return isReservedPath(path) ? "main" : { serve: page + url };
}
