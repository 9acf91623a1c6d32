import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ConnectStatus } from "../../../contract/api/connect.ts";
import { PROVIDER_NAMES, type ProviderName } from "../../../contract/rules/order-states.ts";
import { errorMessage } from "../../lib/api.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useCreator } from "../creator-context.ts";
import { DisconnectDialog, OwnAccountDialog, ownAccountTitle } from "./account-dialogs.tsx";
import { AccountMoney } from "./account-money.tsx";
import { ChooseProvider } from "./choose-provider.tsx";
import { accountQuery } from "./connect-queries.ts";
import { DelayedPayments } from "./delayed-payments.tsx";

/** Where a provider shows accounts; null for one whose accounts have a page each. */
const DASHBOARDS: Record<ProviderName, string | null> = {
  stripe: null,
  mollie: "https://my.mollie.com/dashboard",
};

type OtherAccountProps = { provider: ProviderName };

/** The account at another provider than the first one. */
export function OtherAccount({ provider }: OtherAccountProps) {
  const { data: status, error, refetch } = useQuery(accountQuery(provider));
  const label = PROVIDER_NAMES[provider];
  return (
    <div className="grid gap-4 border-t border-line pt-5">
      <h3 className="text-lg">{label}</h3>
      {status ? (
        <Account status={status} provider={provider} />
      ) : error ? (
        <LoadFailure onRetry={refetch}>{errorMessage(error, "Unable to load account status")}</LoadFailure>
      ) : (
        <div role="status" aria-label={`Loading ${label} account`}>
          <Skeleton className="h-11 w-52 rounded-control" />
        </div>
      )}
    </div>
  );
}

function Account({ status, provider }: OtherAccountProps & { status: ConnectStatus }) {
  const [open, setOpen] = useState<"own" | "disconnect" | null>(null);
  const close = () => setOpen(null);
  const creator = useCreator();
  const label = PROVIDER_NAMES[provider];
  const canUseOwn = !status.account && status.offers.includes("own") && creator.is_admin;
  return (
    <>
      {status.mode === "test" && <p className="text-[15px] text-muted">Test mode: no real money.</p>}
      <AccountState status={status} label={label} />
      {status.canSell && <ChooseProvider provider={provider} />}
      <div className="flex flex-wrap gap-2.5">
        {canUseOwn && (
          <Button onClick={() => setOpen("own")} className="py-2 whitespace-normal!">
            {ownAccountTitle(provider)}
          </Button>
        )}
        {status.account && <Button onClick={() => setOpen("disconnect")}>Disconnect {label}</Button>}
      </div>
      {status.canSell && creator.payment_provider === provider && <DelayedPayments status={status} />}
      {status.account && <AccountMoney provider={provider} href={DASHBOARDS[provider]} />}
      <OwnAccountDialog provider={provider} open={open === "own"} onClose={close} />
      <DisconnectDialog provider={provider} open={open === "disconnect"} onClose={close} />
    </>
  );
}

function AccountState({ status, label }: { status: ConnectStatus; label: string }) {
  const { account, canSell, kind, offers } = status;
  if (!account) {
    return (
      <p>
        No {label} account is connected yet.
        {!offers.includes("connected") &&
          ` On this installation only its operator can sell through ${label}.`}
      </p>
    );
  }
  if (canSell) {
    const text =
      kind === "own"
        ? `You sell on this installation's ${label} account.`
        : `Your ${label} account is connected and complete.`;
    return <p className="font-semibold text-good">{text}</p>;
  }
  return (
    <Alert tone="warn">
      {account.restriction?.status === "rejected"
        ? `${label} does not accept this account, so you cannot sell with it. ${label} says why, and whether anything can be done.`
        : `${label} takes no payments for this account at the moment. Open it at ${label} to see why.`}
    </Alert>
  );
}
