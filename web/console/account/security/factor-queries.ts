import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Passkey, passkeyRoutes } from "../../../../contract/api/passkeys.ts";
import { secondFactorRoutes } from "../../../../contract/api/second-factor.ts";
import { t } from "../../../../contract/texts.ts";
import { request } from "../../../lib/api.ts";
import { createPasskey } from "../../../lib/passkey-requests.ts";
import { secondFactorQuery } from "../../../lib/second-factor-queries.ts";

/** The user's passkeys, oldest first. */
export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: async ({ signal }) => (await request(passkeyRoutes.list, { signal })).passkeys,
});

/** Changes a sign-in factor, then reloads the factors and the ways to confirm the identity. Caches no response, because codes and secrets are shown once. */
function useFactorChange<Input, Output>(send: (input: Input) => Promise<Output>, done?: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    gcTime: 0,
    onSuccess: () => void (done && toast.success(done)),
    onSettled: () => {
      void queryClient.invalidateQueries(passkeysQuery);
      void queryClient.invalidateQueries({ queryKey: ["confirmation-ways"] });
      void queryClient.invalidateQueries(secondFactorQuery);
    },
  });
}

export const useAddPasskey = () => useFactorChange(createPasskey, t("Passkey added."));
export const useRenamePasskey = () =>
  useFactorChange(
    ({ id, name }: Pick<Passkey, "id" | "name">) =>
      request(passkeyRoutes.rename, { params: { id }, body: { name } }),
    t("Passkey renamed."),
  );
export const useRemovePasskey = () =>
  useFactorChange(
    ({ id }: Passkey) => request(passkeyRoutes.remove, { params: { id } }),
    t("Passkey removed."),
  );

/** Requests the secret of an authenticator app. */
export function useStartSetUp() {
  return useMutation({
    mutationFn: async () => (await request(secondFactorRoutes.setUp, {})).setUp,
    gcTime: 0,
  });
}
export const useEnableSecondFactor = () =>
  useFactorChange(
    async (body: { code: string }) => (await request(secondFactorRoutes.enable, { body })).recoveryCodes,
  );
export const useDisableSecondFactor = () =>
  useFactorChange(() => request(secondFactorRoutes.disable, {}), t("Second factor turned off."));
export const useRenewRecoveryCodes = () =>
  useFactorChange(async () => (await request(secondFactorRoutes.renewRecoveryCodes, {})).recoveryCodes);
