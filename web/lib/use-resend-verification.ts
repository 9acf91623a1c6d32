import { useMutation, useQueryClient } from "@tanstack/react-query";
import { accountRoutes } from "../../contract/api/accounts.ts";
import { request } from "./api.ts";
import { meQuery, sessionTexts, setVerificationNotice } from "./session.ts";

/** Requests another verification email. The screen decides how to show a failure. */
export function useResendVerification() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request(accountRoutes.resendVerification, {}),
    onSuccess: () => {
      setVerificationNotice(queryClient, sessionTexts.resent);
      // Reload the profile, because a user who has verified elsewhere meanwhile receives no email.
      void queryClient.invalidateQueries(meQuery);
    },
  });
}
