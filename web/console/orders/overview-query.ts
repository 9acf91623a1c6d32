import { queryOptions } from "@tanstack/react-query";
import { orderOverviewRoutes } from "../../../contract/api/order-totals.ts";
import { request } from "../../lib/api.ts";

/** The key of all that changes with an order. */
export const ORDERS = ["orders"] as const;

/** What this month has brought, and which orders need something. */
export const overviewQuery = queryOptions({
  queryKey: [...ORDERS, "overview"],
  queryFn: ({ signal }) => request(orderOverviewRoutes.overview, { signal }),
  staleTime: 5 * 60_000,
});
