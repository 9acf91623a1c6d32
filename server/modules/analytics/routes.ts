import { analyticsRoutes } from "../../../contract/analytics.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { createBareFront, type Front, type FrontDeps } from "../../platform/http/front.ts";
import type { Analytics } from "./service.ts";

export function registerAnalyticsRoutes(bind: Bind, analytics: Analytics): void {
  bind(analyticsRoutes.record, async ({ request, body }) => {
    await analytics.recordVisit(request, body);
    return undefined;
  });

  bind(analyticsRoutes.summary, ({ viewer, query }) =>
    analytics.summarise({ creatorId: viewer.creatorId, days: query.days }),
  );
}

/** The same call as a front: a page that goes viral makes it more often than all others together. */
export function createEventsFront(deps: FrontDeps, analytics: Pick<Analytics, "recordVisit">): Front {
  return createBareFront(analyticsRoutes.record, deps, ({ caller, body }) =>
    analytics.recordVisit(caller, body),
  );
}
