import { type HtmlBytes, SHARED_HTML } from "./html.ts";

/** How long a CDN may serve a page, and for how long after that it may serve it while it asks for the current one. */
export type CdnTimes = { seconds: number; staleSeconds: number };

export type CdnHeaders = {
  /** Returns the headers for the caches of a creator's page; none without a CDN. */
  headersOf(page: HtmlBytes): Record<string, string>;
  /** Returns false while they depend on the time. */
  isConstant(page: HtmlBytes): boolean;
};

/** Creates the headers with which a CDN can hold creators' pages. Browsers go on asking each time: `must-revalidate` applies to them, and to caches that know none of the headers for CDNs. */
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
      // Scheduled changes appear in time: nothing is served beyond them.
      const left = Math.max(0, secondsLeft(page));
      const fresh = Math.min(seconds, left);
      const stale = Math.min(staleSeconds, left - fresh);
      const staleDirective = stale > 0 ? `, stale-while-revalidate=${stale}` : "";
      return {
        // nginx and Varnish read this one.
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
