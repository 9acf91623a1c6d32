import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { toast } from "sonner";
import { adminRoutes, type CreateUserInput } from "../../contract/api/admin.ts";
import { adminOverviewRoutes } from "../../contract/api/admin-overview.ts";
import type { Feedback } from "../../contract/api/feedback.ts";
import { ApiError, errorMessage, request } from "../lib/api.ts";
import { meQuery } from "../lib/session.ts";
import { type FeedbackFilters, searchTerm, type UserFilters } from "./admin-url.ts";

/** The query keys of the admin console; `all` is the prefix of every list. */
export const adminKeys = {
  all: ["admin"],
  users: (filters: UserFilters) => ["admin", "users", filters],
  feedback: (filters: FeedbackFilters) => ["admin", "feedback", filters],
  audit: (page: number) => ["admin", "audit", page],
} as const;

/** The previous page stays visible until the next one is loaded; other administrators change these lists, too. */
export const LIST = { placeholderData: keepPreviousData, staleTime: 0 } as const;

export const usersQuery = (filters: UserFilters) =>
  queryOptions({
    queryKey: adminKeys.users(filters),
    queryFn: ({ signal }) => {
      const { search, role, page } = filters;
      return request(adminRoutes.users, {
        query: { search: searchTerm(search) || undefined, role, page },
        signal,
      });
    },
    ...LIST,
  });

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminKeys.all, "user", id],
    queryFn: ({ signal }) => request(adminOverviewRoutes.showUser, { params: { id }, signal }),
    staleTime: 0,
  });

export const adminOverviewQuery = queryOptions({
  queryKey: ["admin-overview"],
  queryFn: ({ signal }) => request(adminOverviewRoutes.overview, { signal }),
  // The sums of all pages: not with every change of a list.
  staleTime: 60_000,
});

export const feedbackQuery = (filters: FeedbackFilters) =>
  queryOptions({
    queryKey: adminKeys.feedback(filters),
    queryFn: ({ signal }) => {
      const { status, page } = filters;
      return request(adminRoutes.feedback, {
        query: { status: status === "all" ? undefined : status, page },
        signal,
      });
    },
    ...LIST,
  });

export const auditQuery = (page: number) =>
  queryOptions({
    queryKey: adminKeys.audit(page),
    queryFn: ({ signal }) => request(adminRoutes.audit, { query: { page }, signal }),
    ...LIST,
  });

/** Reads a list of the console. When the server no longer accepts the user as an administrator, the profile is loaded again. */
export function useAdminQuery<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  const query = useQuery(options);
  const queryClient = useQueryClient();
  const isForbidden = query.error instanceof ApiError && query.error.status === 403;
  useEffect(() => {
    if (isForbidden) void queryClient.invalidateQueries(meQuery);
  }, [isForbidden, queryClient]);
  return query;
}

/** Loads the lists and the own profile again: every action is written to the audit log, and may change the own rights. */
export function useAdminChanged() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: adminKeys.all }),
      queryClient.invalidateQueries(meQuery),
    ]);
  };
}

export function useCreateUser() {
  const changed = useAdminChanged();
  return useMutation({
    mutationFn: async (input: CreateUserInput) =>
      (await request(adminRoutes.createUser, { body: input })).user,
    onSuccess: () => {
      toast.success("Invitation email sent.");
      void changed();
    },
  });
}

export function useSetFeedbackStatus() {
  const changed = useAdminChanged();
  return useMutation({
    mutationFn: ({ id, status }: Feedback) =>
      request(adminRoutes.updateFeedback, {
        params: { id },
        body: { status: status === "open" ? "resolved" : "open" },
      }),
    onError: (error) => toast.error(errorMessage(error, "Failed to update feedback")),
    onSettled: changed,
  });
}
