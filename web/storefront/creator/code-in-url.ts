import { paths } from "../../../contract/paths.ts";

const ORDER_PAGE = paths.pay("");

/** Passes the discount code of a creator's URL on to the order page; the mock checkout takes none. */
export function withCode(next: string, pageUrl: string): string {
  const code = new URL(pageUrl).searchParams.get("code");
  return code && next.startsWith(ORDER_PAGE) ? `${next}?${new URLSearchParams({ code })}` : next;
}
