import { keepPreviousData, type QueryKey, queryOptions } from "@tanstack/react-query";
import type { Route } from "../../contract/api/route.ts";
import { type RequestOptions, request } from "./api.ts";

/** A list that others change, too. The previous page stays visible until the next one is loaded. */
export const listQuery = <R extends Route>(queryKey: QueryKey, route: R, options: RequestOptions<R>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => request(route, { ...options, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
