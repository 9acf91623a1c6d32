import { useMutation, useQueryClient } from "@tanstack/react-query";
import { accountRoutes } from "../../contract/accounts.ts";
import { request } from "./api.ts";
import { meQuery, sessionTexts, setVerificationNotice } from "./session.ts";

/** Asks for another verification mail; the screen decides what to say when that fails. */
export function useResendVerification() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request(accountRoutes.resendVerification, {}),
    onSuccess: () => {
      setVerificationNotice(queryClient, sessionTexts.resent);
      // Who verified elsewhere in the meantime gets no mail, and sees that.
      void queryClient.invalidateQueries(meQuery);
    },
  });
}
