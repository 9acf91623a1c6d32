import { NON_PAGE_PREFIXES } from "../../../contract/rules/paths.ts";

/** Matches paths without pages: the API, uploads and assets. */
export const NON_PAGE_PATH = new RegExp(`^/*(?:${NON_PAGE_PREFIXES.join("|")})(/|\\?|$)`, "i");

/** Matches the scheme and host in a request for an absolute URL, which clients send to a proxy. */
const SCHEME_AND_HOST = /^https?:\/\/[^/?#]*/i;

/**
 * Returns a path that the router can parse. Removes the scheme and host, which would otherwise appear in the target
 * of a redirect. In the path of a page, invalid escapes become literal text, and an escaped @ before a handle is
 * unescaped.
 */
export function normalizeUrl(requested: string): string {
  const url = requested.replace(SCHEME_AND_HOST, "").replace(/^(?!\/)/, "/");
  const [path = ""] = url.split("?", 1);
  if (!path.includes("%") || NON_PAGE_PATH.test(path)) return url;
  try {
    decodeURIComponent(path);
    return url.replace(/^\/%40/, "/@");
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length);
  }
}
