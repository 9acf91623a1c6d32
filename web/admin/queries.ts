import {
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { toast } from "sonner";
import { adminRoutes } from "../../contract/api/admin.ts";
import { adminOverviewRoutes } from "../../contract/api/admin-overview.ts";
import type { Route } from "../../contract/api/route.ts";
import { ApiError, errorMessage, type RequestOptions, request } from "../lib/api.ts";
import { freshQuery, listQuery } from "../lib/list-query.ts";
import { meQuery } from "../lib/session.ts";
import { searchTerm, type UserFilters } from "./admin-url.ts";

/** The prefix of every query of the console. */
export const ADMIN = ["admin"] as const;

/** A list of the console. */
export const adminList = <R extends Route>(name: string, route: R, options: RequestOptions<R>) =>
  listQuery([...ADMIN, name, options], route, options);

export const usersQuery = ({ search, role, page }: UserFilters) =>
  adminList("users", adminRoutes.users, {
    query: { search: searchTerm(search) || undefined, role, page },
  });

export const userQuery = (id: string) =>
  freshQuery([...ADMIN, "user", id], adminOverviewRoutes.showUser, { params: { id } });

export const adminOverviewQuery = queryOptions({
  queryKey: ["admin-overview"],
  queryFn: ({ signal }) => request(adminOverviewRoutes.overview, { signal }),
  // Sums over all pages are not reloaded with every change of a list.
  staleTime: 60_000,
});

/** Reads a list of the console. If the server no longer accepts the user as an administrator, the profile is reloaded. */
export function useAdminQuery<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  const query = useQuery(options);
  const queryClient = useQueryClient();
  const isForbidden = query.error instanceof ApiError && query.error.status === 403;
  useEffect(() => {
    if (isForbidden) void queryClient.invalidateQueries(meQuery);
  }, [isForbidden, queryClient]);
  return query;
}

/** Reloads the lists and the administrator's profile, because every action is written to the audit log and may change the administrator's own role. */
export function useAdminChanged() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ADMIN }),
      queryClient.invalidateQueries(meQuery),
    ]);
  };
}

type RowAction<Input> = { send: (input: Input) => Promise<unknown>; done?: string; failure: string };

/** Returns an action on a row of a list, which reports its result and reloads the lists. */
export function useRowAction<Input = void>({ send, done, failure }: RowAction<Input>) {
  const changed = useAdminChanged();
  return useMutation({
    mutationFn: send,
    onSuccess: () => void (done && toast.success(done)),
    onError: (error) => toast.error(errorMessage(error, failure)),
    onSettled: changed,
  });
}
