import { PROVIDER_NAMES, type ProviderName } from "../../../contract/rules/order-states.ts";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { useDisconnect, useOwnAccount } from "./connect-queries.ts";

type DialogProps = { provider: ProviderName; open: boolean; onClose: () => void };

export const ownAccountTitle = (provider: ProviderName) =>
  `Use this installation's ${PROVIDER_NAMES[provider]} account`;

export function OwnAccountDialog({ provider, open, onClose }: DialogProps) {
  const own = useOwnAccount(provider);
  const label = PROVIDER_NAMES[provider];
  return (
    <ConfirmDialog
      open={open}
      title={`${ownAccountTitle(provider)}?`}
      confirm="Use this account"
      doing="Connecting…"
      variant="primary"
      failure={`Couldn't read the installation's ${label} account`}
      work={own}
      onConfirm={() => own.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      Sales of your page are paid to the {label} account behind this installation's keys, without a platform
      fee. Choose this if the account is yours.
    </ConfirmDialog>
  );
}

export function DisconnectDialog({ provider, open, onClose }: DialogProps) {
  const disconnect = useDisconnect(provider);
  const label = PROVIDER_NAMES[provider];
  return (
    <ConfirmDialog
      open={open}
      title={`Disconnect your ${label} account?`}
      confirm="Disconnect"
      doing="Disconnecting…"
      failure={`Couldn't disconnect the ${label} account`}
      work={disconnect}
      onConfirm={() => disconnect.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      Payments that are not finished are cancelled, and your products can't be bought for real money until you
      connect an account again. Your account at {label} stays open, and what was sold can still be refunded.
    </ConfirmDialog>
  );
}
