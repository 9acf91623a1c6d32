import { matchPath } from "react-router";
import { CONSOLE_PATHS, NON_PAGE_PREFIXES } from "../../contract/page-prefixes.ts";
import { paths, safePath } from "../../contract/paths.ts";

/** Where to go after signing in: the wanted path of the address, else the dashboard. */
export function destinationAfterSignIn(search: string): string {
  return redirectTarget(search) ?? paths.dashboard();
}

/** The wanted path of the address, when it is a page of this site and does not lead back to signing in. */
export function redirectTarget(search: string): string | undefined {
  const requested = safePath(new URLSearchParams(search).get("redirect"), "");
  const pathname = pathnameOf(requested);
  return requested === "" || pathname === paths.auth() || isNoPage(pathname) ? undefined : requested;
}

const isNoPage = (pathname: string) =>
  NON_PAGE_PREFIXES.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`));

/** True for pages that this script draws by itself; others are a full navigation. */
export function isConsolePath(path: string): boolean {
  const pathname = pathnameOf(path);
  return CONSOLE_PATHS.some((path) => matchPath({ path, caseSensitive: true }, pathname) !== null);
}

function pathnameOf(path: string): string {
  const [pathname = ""] = path.split(/[?#]/, 1);
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === "/") end -= 1;
  return pathname.slice(0, end);
}
