import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { readOldestPending } from "./rollups.ts";
import { createEventFastPath, registerAnalyticsRoutes } from "./routes.ts";
import { createAnalyticsService } from "./service.ts";

export type { VisitRequest } from "../../platform/geoip/country-lookup.ts";
export { type FunnelFilter, readFacets, readTotals } from "./facets.ts";
export { countFunnel, readFunnelState } from "./funnel-counts.ts";
export type { FunnelDays } from "./funnel-rows.ts";
export { readVisits, readVisitTotals } from "./funnel-visits.ts";
export { LATE_SECONDS } from "./rollup-schedule.ts";
export { readOldestPending } from "./rollups.ts";
export { recordUnlessOwner } from "./routes.ts";
export { asksNotToBeTracked, isHuman } from "./rules.ts";
export type { Analytics } from "./service.ts";

/** Visitors' events and creators' statistics. */
export function createAnalytics(infrastructure: Infrastructure) {
  const { db, settings, limits, log } = infrastructure;
  const { publicUrl, trustProxy, countryHeader } = settings;
  const analytics = createAnalyticsService({
    ...infrastructure,
    publicUrl,
    retentionDays: settings.eventRetentionDays,
    countryHeader:
      trustProxy && countryHeader ? { name: countryHeader, trustedProxies: trustProxy } : undefined,
  });
  return {
    routes: (http) =>
      http.addScope((scope, registerRoute) => {
        // Browsers send beacons as plain text.
        scope.addContentTypeParser("text/plain", { parseAs: "string" }, (_request, body, done) =>
          done(null, body),
        );
        registerAnalyticsRoutes(registerRoute, analytics);
      }),
    fastPath: (context) => createEventFastPath({ ...context, limits, log, trustProxy }, analytics),
    preparation: {
      "delete-expired-salts": () => analytics.deleteExpiredSalts(),
      "make-event-partitions": () => analytics.makePartitions(),
    },
    maintenance: {
      "maintain-events": () => analytics.runMaintenance(),
    },
    gauges: [
      {
        name: "tessera_oldest_pending_count_seconds",
        help: "Age of the oldest visit that is not in the daily counts yet, or 0 if there is none",
        read: async () => (await readOldestPending(db)) ?? 0,
      },
    ],
    stop: () => analytics.stop(),
    api: analytics,
  } satisfies Module;
}
