import { detectCampaign, detectSource } from "../../../contract/rules/sources.ts";
import { parseUrl } from "../../../contract/rules/urls.ts";
import type { OwnHost } from "../../platform/http/hosts.ts";
import type { VisitRequest } from "../analytics/index.ts";

const UNKNOWN = { source: null, campaign: null };

/**
 * Derives source and campaign from the Referer header, for browsers without scripts. Our own pages, on the main host and the own domain of the request, carry them in the URL; any other site is the source.
 * Returns null if neither is known.
 */
export function refererVisit(
  { headers }: Pick<VisitRequest, "headers">,
  { publicUrl, own }: { publicUrl: string; own: Pick<OwnHost, "origin"> | undefined },
) {
  const referer = parseUrl(headers.referer ?? "");
  if (!referer) return UNKNOWN;
  const { host } = new URL(publicUrl);
  const ours = [host, own && new URL(own.origin).host];
  if (!ours.includes(referer.host))
    return { ...UNKNOWN, source: detectSource({ search: "", referrer: referer.href, host }) };
  // Without a name in the URL, the source depends on that page's own referrer, which only a script can read.
  const source = detectSource({ search: referer.search, referrer: "", host });
  return { source: source === "direct" ? null : source, campaign: detectCampaign(referer.search) };
}
