import { useMutation, useQueryClient } from "@tanstack/react-query";
import { accountSecurityRoutes as routes } from "../../../../contract/api/account-security.ts";
import type { Route } from "../../../../contract/api/route.ts";
import { type RequestOptions, request } from "../../../lib/api.ts";
import { routeQuery } from "../../../lib/route-query.ts";

const KEY = "account-security";

export const overviewQuery = routeQuery([KEY, "overview"], routes.overview, {});
export const sessionsQuery = routeQuery([KEY, "sessions"], routes.sessions, {});
export const historyQuery = (page: number) =>
  routeQuery([KEY, "history", page], routes.history, { query: { page } });
export const refundLimitQuery = routeQuery([KEY, "refund-limit"], routes.refundLimit, {});

/** Calls a route that changes the account, then reloads everything that may have changed. */
export function useSecurityChange<R extends Route>(route: R) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (options: RequestOptions<R>) => request(route, options),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [KEY] }),
  });
}
