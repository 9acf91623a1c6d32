import { type HtmlBytes, SHARED_HTML } from "./html.ts";

/** How long a CDN may serve a page as fresh, and how much longer as stale while it fetches the current one. */
export type CdnTimes = { seconds: number; staleSeconds: number };

export type CdnHeaders = {
  /** Returns the cache headers of a creator's page. Without a CDN there are none. */
  headersOf(page: HtmlBytes): Record<string, string>;
  /** Returns false while the headers depend on the time. */
  isConstant(page: HtmlBytes): boolean;
};

/** Creates the headers that let a CDN cache creators' pages. Browsers still revalidate each time: `must-revalidate` applies to them, and to caches that ignore the headers for CDNs. */
export function createCdnHeaders(
  { seconds, staleSeconds }: CdnTimes,
  /** The database's clock, by which pages change by schedule. */
  databaseTime: () => number,
): CdnHeaders {
  if (seconds === 0) return { headersOf: () => ({}), isConstant: () => true };

  const secondsLeft = ({ changesAt }: HtmlBytes): number =>
    changesAt === undefined ? Number.POSITIVE_INFINITY : Math.floor((changesAt - databaseTime()) / 1000);

  return {
    headersOf(page) {
      // Nothing is served beyond a scheduled change, so that it appears in time.
      const remaining = Math.max(0, secondsLeft(page));
      const fresh = Math.min(seconds, remaining);
      const stale = Math.min(staleSeconds, remaining - fresh);
      const staleDirective = stale > 0 ? `, stale-while-revalidate=${stale}` : "";
      return {
        // Read by nginx and Varnish.
        "Cache-Control": `${SHARED_HTML["Cache-Control"]}, s-maxage=${fresh}${staleDirective}`,
        // RFC 9213: Cloudflare, Akamai and others.
        "CDN-Cache-Control": `public, max-age=${fresh}${staleDirective}`,
        // Fastly, and others that follow the Edge Architecture Specification.
        "Surrogate-Control": `max-age=${fresh}${staleDirective}`,
      };
    },
    isConstant: (page) => page.changesAt === undefined || secondsLeft(page) >= seconds + staleSeconds,
  };
}
