import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type AdminUser, adminRoutes, type CreateUserInput } from "../../contract/admin.ts";
import type { Plan } from "../../contract/creators.ts";
import type { Feedback } from "../../contract/feedback.ts";
import { errorMessage, request } from "../lib/api.ts";
import { meQuery } from "../lib/session.ts";
import { type AdminView, searchWords } from "./admin-view.ts";

/** The page before stays in sight until the next one is there; others change these lists, too. */
const LIST = { placeholderData: keepPreviousData, staleTime: 0 } as const;

export const usersQuery = ({ search, role, page }: Pick<AdminView, "search" | "role" | "page">) =>
  queryOptions({
    queryKey: ["admin", "users", search, role, page],
    queryFn: ({ signal }) =>
      request(adminRoutes.users, { query: { search: searchWords(search) || undefined, role, page }, signal }),
    ...LIST,
  });

export const feedbackQuery = ({ feedback, feedbackPage }: Pick<AdminView, "feedback" | "feedbackPage">) =>
  queryOptions({
    queryKey: ["admin", "feedback", feedback, feedbackPage],
    queryFn: ({ signal }) =>
      request(adminRoutes.feedback, {
        query: { status: feedback === "all" ? undefined : feedback, page: feedbackPage },
        signal,
      }),
    ...LIST,
  });

export const auditQuery = (page: number) =>
  queryOptions({
    queryKey: ["admin", "audit", page],
    queryFn: ({ signal }) => request(adminRoutes.audit, { query: { page }, signal }),
    ...LIST,
  });

/** Every action changes a list and is written down; what somebody is may change what one may do oneself. */
export function useAdminChanged() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ["admin"] }),
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

export function useSetAdmin() {
  const changed = useAdminChanged();
  return useMutation({
    mutationFn: ({ id, is_admin }: AdminUser) =>
      request(adminRoutes.updateUser, { params: { id }, body: { isAdmin: !is_admin } }),
    onSuccess: () => toast.success("User updated."),
    onSettled: changed,
  });
}

export function useSetPlan() {
  const changed = useAdminChanged();
  return useMutation({
    mutationFn: ({ user: { id }, plan }: { user: AdminUser; plan: Plan }) =>
      request(adminRoutes.updateUser, { params: { id }, body: { plan } }),
    onSuccess: () => toast.success("Plan updated."),
    onSettled: changed,
  });
}

export function useDeleteUser() {
  const changed = useAdminChanged();
  return useMutation({
    mutationFn: ({ id }: AdminUser) => request(adminRoutes.deleteUser, { params: { id } }),
    onSuccess: () => toast.success("User deleted."),
    onSettled: changed,
  });
}

export function useSendReset() {
  const changed = useAdminChanged();
  return useMutation({
    mutationFn: ({ id }: AdminUser) => request(adminRoutes.resetPassword, { params: { id } }),
    onSuccess: () => toast.success("Password reset email sent."),
    onSettled: changed,
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
