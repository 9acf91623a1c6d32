import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { analyticsRoutes } from "../../../contract/analytics.ts";
import { request } from "../../lib/api.ts";

/** Under this everything about the figures is kept. */
export const ANALYTICS_KEY = ["analytics"] as const;

/** The creator's figures, with the window they cover: while another one loads, the last figures stay under their own name. */
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
