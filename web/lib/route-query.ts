import { type QueryKey, queryOptions } from "@tanstack/react-query";
import type { Route } from "../../contract/api/route.ts";
import { type RequestOptions, request } from "./api.ts";

/** A query whose data are the response of a route. */
export const routeQuery = <R extends Route>(queryKey: QueryKey, route: R, options: RequestOptions<R>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => request(route, { ...options, signal }) });
