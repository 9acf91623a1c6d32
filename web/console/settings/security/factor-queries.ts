import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Passkey, passkeyRoutes } from "../../../../contract/api/passkeys.ts";
import { secondFactorRoutes } from "../../../../contract/api/second-factor.ts";
import { request } from "../../../lib/api.ts";
import { createPasskey } from "../../../lib/passkeys.ts";
import { secondFactorQuery } from "../../../lib/second-factor.ts";

/** The user's passkeys, oldest first. */
export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: async ({ signal }) => (await request(passkeyRoutes.list, { signal })).passkeys,
});

/** Ways to prove who the user is depend on them. */
const CONFIRMATION_WAYS = ["confirmation-ways"];

function usePasskeysChanged() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries(passkeysQuery);
    void queryClient.invalidateQueries({ queryKey: CONFIRMATION_WAYS });
    void queryClient.invalidateQueries(secondFactorQuery);
  };
}

export function useAddPasskey() {
  const changed = usePasskeysChanged();
  return useMutation({
    mutationFn: createPasskey,
    onSuccess: () => toast.success("Passkey added."),
    onSettled: changed,
  });
}

export function useRenamePasskey() {
  const changed = usePasskeysChanged();
  return useMutation({
    mutationFn: ({ id, name }: Pick<Passkey, "id" | "name">) =>
      request(passkeyRoutes.rename, { params: { id }, body: { name } }),
    onSuccess: () => toast.success("Passkey renamed."),
    onSettled: changed,
  });
}

export function useRemovePasskey() {
  const changed = usePasskeysChanged();
  return useMutation({
    mutationFn: ({ id }: Passkey) => request(passkeyRoutes.remove, { params: { id } }),
    onSuccess: () => toast.success("Passkey removed."),
    onSettled: changed,
  });
}

function useSecondFactorChanged() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries(secondFactorQuery);
    void queryClient.invalidateQueries({ queryKey: CONFIRMATION_WAYS });
  };
}

/** Asks for the secret of an app. It is in no cache, because it is shown once. */
export function useStartSetUp() {
  return useMutation({
    mutationFn: async () => (await request(secondFactorRoutes.setUp, {})).setUp,
    gcTime: 0,
  });
}

export function useEnableSecondFactor() {
  const changed = useSecondFactorChanged();
  return useMutation({
    mutationFn: async (body: { code: string }) =>
      (await request(secondFactorRoutes.enable, { body })).recoveryCodes,
    gcTime: 0,
    onSettled: changed,
  });
}

export function useDisableSecondFactor() {
  const changed = useSecondFactorChanged();
  return useMutation({
    mutationFn: () => request(secondFactorRoutes.disable, {}),
    onSuccess: () => toast.success("Second factor turned off."),
    onSettled: changed,
  });
}

export function useRenewRecoveryCodes() {
  const changed = useSecondFactorChanged();
  return useMutation({
    mutationFn: async () => (await request(secondFactorRoutes.renewRecoveryCodes, {})).recoveryCodes,
    gcTime: 0,
    onSettled: changed,
  });
}
