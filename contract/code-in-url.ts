import { limits } from "./limits.ts";
import { paths } from "./paths.ts";
import { parseUrl } from "./urls.ts";

const ORDER_PAGE = paths.pay("");

/** Passes the discount code of a creator's URL on to the order page; the mock checkout takes none. */
export function withCode(next: string, pageUrl: string | undefined): string {
  const code = pageUrl === undefined ? null : parseUrl(pageUrl)?.searchParams.get("code");
  const isPassed = code && code.length <= limits.code.max && next.startsWith(ORDER_PAGE);
  return isPassed ? `${next}?${new URLSearchParams({ code })}` : next;
}
