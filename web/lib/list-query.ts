import { keepPreviousData, type QueryKey, queryOptions } from "@tanstack/react-query";
import type { Route } from "../../contract/api/route.ts";
import type { RequestOptions } from "./api.ts";
import { routeQuery } from "./route-query.ts";

/** A query that each use reloads, because others change its data, too. */
export const freshQuery = <R extends Route>(queryKey: QueryKey, route: R, options: RequestOptions<R>) =>
  queryOptions({ ...routeQuery(queryKey, route, options), staleTime: 0 });

/** A list that others change, too. The previous page stays visible until the next one is loaded. */
export const listQuery = <R extends Route>(queryKey: QueryKey, route: R, options: RequestOptions<R>) =>
  queryOptions({ ...freshQuery(queryKey, route, options), placeholderData: keepPreviousData });
