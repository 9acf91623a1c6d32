import { DISCOUNT_CODE_LENGTH } from "../rules/script-limits.ts";
import { parseUrl } from "../rules/urls.ts";

/** Matches the prefixes of `paths.checkout`, which is not imported because all paths would be a tenth of the script of public pages. */
const CHECKOUT = /^\/checkout\/(?:pay|mock)\//;

/** Passes the discount code of a creator's URL to the checkout page. */
export function withCode(next: string, pageUrl: string | undefined): string {
  const code = pageUrl === undefined ? null : parseUrl(pageUrl)?.searchParams.get("code");
  const isPassed = code && code.length <= DISCOUNT_CODE_LENGTH && CHECKOUT.test(next);
  return isPassed ? `${next}?${new URLSearchParams({ code })}` : next;
}
