import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { accountSecurityRoutes as routes } from "../../../../contract/api/account-security.ts";
import type { BodyOf } from "../../../../contract/api/route.ts";
import { request } from "../../../lib/api.ts";

const KEY = "account-security";

export const overviewQuery = queryOptions({
  queryKey: [KEY, "overview"],
  queryFn: ({ signal }) => request(routes.overview, { signal }),
});
export const sessionsQuery = queryOptions({
  queryKey: [KEY, "sessions"],
  queryFn: ({ signal }) => request(routes.sessions, { signal }),
});
export const historyQuery = (page: number) =>
  queryOptions({
    queryKey: [KEY, "history", page],
    queryFn: ({ signal }) => request(routes.history, { query: { page }, signal }),
  });
export const refundLimitQuery = queryOptions({
  queryKey: [KEY, "refund-limit"],
  queryFn: ({ signal }) => request(routes.refundLimit, { signal }),
});

/** Loads again what a change of the account may have changed. */
function useChange<Input>(send: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [KEY] }),
  });
}

export const useChangePassword = () =>
  useChange((body: BodyOf<typeof routes.changePassword>) => request(routes.changePassword, { body }));
export const useChangeEmail = () =>
  useChange((email: string) => request(routes.changeEmail, { body: { email } }));
export const useWithdrawEmail = () => useChange(() => request(routes.withdrawEmail, {}));
export const useEndSession = () => useChange((id: string) => request(routes.endSession, { params: { id } }));
export const useEndOtherSessions = () => useChange(() => request(routes.endOtherSessions, {}));
export const useSaveRefundLimit = () =>
  useChange((limitCents: number) => request(routes.saveRefundLimit, { body: { limitCents } }));
