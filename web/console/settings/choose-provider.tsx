import { useMutation, useQueryClient } from "@tanstack/react-query";
import { PROVIDER_NAMES, type ProviderName } from "../../../contract/rules/order-states.ts";
import { saveProfile } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { useCreator } from "../creator-context.ts";
import { connectQuery } from "./connect-queries.ts";
import { toProfile } from "./settings-draft.ts";

/** Sells through a connected account that is ready, where another provider or none is chosen. */
export function ChooseProvider({ provider }: { provider: ProviderName }) {
  const creator = useCreator();
  const queryClient = useQueryClient();
  const choose = useMutation({
    mutationFn: () => saveProfile(queryClient, toProfile({ paymentProvider: provider }, creator), creator),
    onSuccess: () => queryClient.invalidateQueries(connectQuery),
  });
  const label = PROVIDER_NAMES[provider];
  if (creator.payment_provider === provider) return null;
  return (
    <>
      <p>The account is ready, but you do not sell through it yet.</p>
      <RequestError error={choose.error} fallback="Unable to save changes." />
      <Button
        variant="primary"
        busy={choose.isPending}
        onClick={() => choose.mutate()}
        className="justify-self-start"
      >
        {choose.isPending ? "Saving…" : `Sell through ${label}`}
      </Button>
    </>
  );
}
