import { detectCampaign, detectSource } from "../../../contract/rules/sources.ts";
import { parseUrl } from "../../../contract/rules/urls.ts";
import type { VisitRequest } from "../analytics/index.ts";

const UNKNOWN = { source: null, campaign: null };

/**
 * Returns where a visit came from whose browser runs no scripts, by the page that holds the form: a page of this site says it in its URL only, another site is the source.
 * Null when nothing says it.
 */
export function refererVisit({ headers }: Pick<VisitRequest, "headers">, publicUrl: string) {
  const referer = parseUrl(headers.referer ?? "");
  if (!referer) return UNKNOWN;
  const { host } = new URL(publicUrl);
  if (referer.host !== host)
    return { ...UNKNOWN, source: detectSource({ search: "", referrer: referer.href, host }) };
  // Without a name in the URL this page's own referrer decides, which only a script can read.
  const source = detectSource({ search: referer.search, referrer: "", host });
  return { source: source === "direct" ? null : source, campaign: detectCampaign(referer.search) };
}
