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
      // A user who verified elsewhere meanwhile receives no email; the loaded profile shows it.
      void queryClient.invalidateQueries(meQuery);
    },
  });
}
