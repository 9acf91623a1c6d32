import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ConnectStatus } from "../../../contract/api/connect.ts";
import { PROVIDER_NAMES, type ProviderName } from "../../../contract/rules/order-states.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { saveProfile } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { useCreator } from "../creator-context.ts";
import { toProfile } from "../sections/settings-draft.ts";
import { connectQuery, useAccountChange, useConnectSwitch } from "./connect-queries.ts";

/** Chooses a connected, ready account for sales. */
export function ChooseProvider({ provider }: { provider: ProviderName }) {
  const creator = useCreator();
  const queryClient = useQueryClient();
  const choose = useMutation({
    mutationFn: () => saveProfile(queryClient, toProfile({ paymentProvider: provider }, creator), creator),
    onSuccess: () => queryClient.invalidateQueries(connectQuery),
  });
  const providerName = PROVIDER_NAMES[provider];
  if (creator.payment_provider === provider) return null;
  return (
    <>
      <p>{t("The account is ready, but you do not sell through it yet.")}</p>
      <RequestError error={choose.error} fallback={t("Unable to save changes.")} />
      <Button
        variant="primary"
        busy={choose.isPending}
        onClick={() => choose.mutate()}
        className="justify-self-start"
      >
        {choose.isPending ? t("Saving…") : t("Sell through {providerName}", { providerName })}
      </Button>
    </>
  );
}

/** Allows or refuses slow payment methods, saved at once. */
export function DelayedPayments({ status }: { status: ConnectStatus }) {
  const saving = useConnectSwitch("delayedPayments");
  return (
    <>
      <Switch
        label={t("Also accept delayed payments")}
        help={t("Such as direct debits, which arrive after some days. The buyer gets the file then.")}
        // Shows the requested state during the request.
        checked={saving.isPending ? saving.variables : status.delayedPaymentsEnabled}
        onChange={(event) => saving.mutate(event.target.checked)}
      />
      <RequestError error={saving.error} fallback={t("Couldn't update payment methods.")} />
    </>
  );
}

type AccountDialogsProps = { provider: ProviderName; open: string | null; onClose: () => void };

export const ownAccountTitle = (provider: ProviderName) =>
  t("Use this installation's {provider} account", { provider: PROVIDER_NAMES[provider] });

/** Asks before `own` replaces the account with the installation's account, or `disconnect` removes it. */
export function AccountDialogs({ provider, open, onClose }: AccountDialogsProps) {
  const own = useAccountChange(provider, "own");
  const disconnect = useAccountChange(provider, "disconnect");
  const providerName = PROVIDER_NAMES[provider];
  return (
    <>
      <ConfirmDialog
        open={open === "own"}
        title={`${ownAccountTitle(provider)}?`}
        confirm={t("Use this account")}
        doing={t("Connecting…")}
        variant="primary"
        failure={t("Couldn't read the installation's {providerName} account.", { providerName })}
        work={own}
        onConfirm={() => own.mutate(undefined, { onSuccess: onClose })}
        onClose={onClose}
      >
        {rich(
          "Sales of your page are paid to the {providerName} account behind this installation's keys, without a platform fee. Choose this if the account is yours.",
          { providerName },
        )}
      </ConfirmDialog>
      <ConfirmDialog
        open={open === "disconnect"}
        title={t("Disconnect your {providerName} account?", { providerName })}
        confirm={t("Disconnect")}
        doing={t("Disconnecting…")}
        failure={t("Couldn't disconnect the {providerName} account.", { providerName })}
        work={disconnect}
        onConfirm={() => disconnect.mutate(undefined, { onSuccess: onClose })}
        onClose={onClose}
      >
        {rich(
          "Payments that are not finished are cancelled, and your products can't be bought for real money until you connect an account again. Your account at {providerName} stays open, and what was sold can still be refunded.",
          { providerName },
        )}
      </ConfirmDialog>
    </>
  );
}
