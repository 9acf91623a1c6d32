import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { analyticsRoutes } from "../../../contract/api/analytics.ts";
import { request } from "../../lib/api.ts";

/** The cache key of all analytics. */
export const ANALYTICS_KEY = ["analytics"] as const;

/** The creator's analytics with their period. While another period loads, the last one stays. */
export const analyticsQuery = (days: number) =>
  queryOptions({
    queryKey: [...ANALYTICS_KEY, days],
    queryFn: async ({ signal }) => ({
      days,
      summary: await request(analyticsRoutes.summary, { query: { days }, signal }),
      requestedAt: new Date(),
    }),
    placeholderData: keepPreviousData,
  });
