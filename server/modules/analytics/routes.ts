import { analyticsRoutes } from "../../../contract/analytics.ts";
import type { Bind } from "../../platform/http/bind.ts";
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
