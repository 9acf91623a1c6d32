import { DISCOUNT_CODE_LENGTH } from "../rules/script-limits.ts";
import { parseUrl } from "../rules/urls.ts";

/** The starts of `paths.checkout`; in the script of public pages all paths together would weigh a tenth of it. */
const CHECKOUT = /^\/checkout\/(?:pay|mock)\//;

/** Passes the discount code of a creator's URL on to the page of the checkout. */
export function withCode(next: string, pageUrl: string | undefined): string {
  const code = pageUrl === undefined ? null : parseUrl(pageUrl)?.searchParams.get("code");
  const isPassed = code && code.length <= DISCOUNT_CODE_LENGTH && CHECKOUT.test(next);
  return isPassed ? `${next}?${new URLSearchParams({ code })}` : next;
}
