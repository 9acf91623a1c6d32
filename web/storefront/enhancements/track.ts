import type { analyticsRoutes, EventInput } from "../../../contract/api/analytics.ts";
import { detectCampaign, detectSource } from "../../../contract/rules/sources.ts";

const RECORD: (typeof analyticsRoutes.record)["path"] = "/api/public/analytics";

type VisitEvent = Omit<EventInput, "source" | "campaign">;

/** Returns the source of this visit, or null if unknown. */
export function visitSource(): string | null {
  try {
    const { search, host } = location;
    return detectSource({ search, referrer: document.referrer, host });
  } catch {
    return null;
  }
}

/** Returns the name of the campaign link, or null. */
export const visitCampaign = () => detectCampaign(location.search);

/** Passes the source of this visit to another page of this site, whose referrer would be this site. */
export function carryVisit(link: HTMLAnchorElement): void {
  const [source, campaign] = [visitSource(), visitCampaign()];
  if (!source || source === "direct" || source === "unknown") return;
  const url = new URL(link.href);
  url.searchParams.set("source", source);
  if (campaign) url.searchParams.set("campaign", campaign);
  link.href = url.href;
}

/** Reports an event of the visit. Neither waits nor throws, because a lost event must not disturb the visitor. */
export function track(event: VisitEvent): void {
  try {
    const body = JSON.stringify({
      ...event,
      source: visitSource(),
      campaign: visitCampaign(),
    } satisfies EventInput);
    // A string is sent as text/plain, which needs no preflight request.
    if (navigator.sendBeacon?.(RECORD, body)) return;
    void fetch(RECORD, { method: "POST", body, keepalive: true }).catch(() => undefined);
  } catch {
    // An extension or a policy blocks the request, or the browser lacks the API.
  }
}

const viewed = new Set<number>();

/** Counts the visit of a creator's page once per load. A restore from the back-forward cache is not a new load. */
export function trackPageView(creatorId: number): void {
  if (viewed.has(creatorId)) return;
  viewed.add(creatorId);
  const report = () => track({ creatorId, event: "page_view" });
  // A prerendered page counts once it is shown.
  if ("prerendering" in document && document.prerendering)
    document.addEventListener("prerenderingchange", report, { once: true });
  else report();
}
