import { CONSOLE_PATHS, paths, safePath } from "../../contract/paths.ts";

/** Where to go after signing in: the wanted path of the address, else the dashboard. */
export function destinationAfterSignIn(search: string): string {
  return redirectTarget(search) ?? paths.dashboard();
}

/** Not pages: calls and files, which nobody wanted to see instead of one. */
const NO_PAGE = /^\/(api|assets|uploads)(\/|$)/;

/** The wanted path of the address, when it is a page of this site and does not lead back to signing in. */
export function redirectTarget(search: string): string | undefined {
  const requested = safePath(new URLSearchParams(search).get("redirect"), "");
  const pathname = pathnameOf(requested);
  return requested === "" || pathname === paths.auth() || NO_PAGE.test(pathname) ? undefined : requested;
}

/** True for pages that this script draws by itself; others are a full navigation. */
export function isConsolePath(path: string): boolean {
  const pathname = pathnameOf(path);
  return CONSOLE_PATHS.some((known) => known === pathname);
}

function pathnameOf(path: string): string {
  const [pathname = ""] = path.split(/[?#]/, 1);
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === "/") end -= 1;
  return pathname.slice(0, end);
}
