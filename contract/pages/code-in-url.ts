import { limits } from "../rules/limits.ts";
import { parseUrl } from "../rules/urls.ts";

/** The start of `paths.pay`; in the script of public pages all paths together would weigh a tenth of it. */
export const ORDER_PAGE = "/checkout/pay/";

/** Passes the discount code of a creator's URL on to the order page; the mock checkout takes none. */
export function withCode(next: string, pageUrl: string | undefined): string {
  const code = pageUrl === undefined ? null : parseUrl(pageUrl)?.searchParams.get("code");
  const isPassed = code && code.length <= limits.code.max && next.startsWith(ORDER_PAGE);
  return isPassed ? `${next}?${new URLSearchParams({ code })}` : next;
}
