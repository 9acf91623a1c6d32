import { matchPath } from "react-router";
import { CONSOLE_PATHS } from "../../contract/pages/console-page-routes.ts";
import { NON_PAGE_PREFIXES, paths, safePath } from "../../contract/rules/paths.ts";

/** Returns the path to open after signing in: the requested one, or the dashboard. */
export function destinationAfterSignIn(search: string): string {
  return redirectTarget(search) ?? paths.dashboard();
}

/** Returns the `redirect` parameter if it is a page of this site other than the login. */
export function redirectTarget(search: string): string | undefined {
  const requested = safePath(new URLSearchParams(search).get("redirect"), "");
  const pathname = pathnameOf(requested);
  return requested === "" || pathname === paths.auth() || isNoPage(pathname) ? undefined : requested;
}

const isNoPage = (pathname: string) =>
  NON_PAGE_PREFIXES.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`));

/** True for pages rendered in the browser; others need a full navigation. */
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
