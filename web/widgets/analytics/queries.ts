import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { analyticsRoutes } from "../../../contract/api/analytics.ts";
import { request } from "../../lib/api.ts";

/** The key of everything about analytics. */
export const ANALYTICS_KEY = ["analytics"] as const;

/** The creator's analytics with the period they cover: while another one loads, the last stay with their own period. */
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
