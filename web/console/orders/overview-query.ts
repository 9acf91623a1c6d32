import { queryOptions } from "@tanstack/react-query";
import { orderOverviewRoutes } from "../../../contract/api/order-totals.ts";
import { request } from "../../lib/api.ts";

/** The cache key of everything that changes with an order. */
export const ORDERS = ["orders"] as const;

/** This month's numbers, and the orders that need attention. */
export const overviewQuery = queryOptions({
  queryKey: [...ORDERS, "overview"],
  queryFn: ({ signal }) => request(orderOverviewRoutes.overview, { signal }),
  staleTime: 5 * 60_000,
});
