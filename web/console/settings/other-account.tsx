import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ConnectStatus } from "../../../contract/api/connect.ts";
import { PROVIDER_NAMES, type ProviderName } from "../../../contract/rules/order-states.ts";
import { formatFee } from "../../lib/format.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../widgets/loading.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { useCreator } from "../creator-context.ts";
import { DisconnectDialog, OwnAccountDialog, ownAccountTitle } from "./account-dialogs.tsx";
import { AccountMoney } from "./account-money.tsx";
import { AccountProfile } from "./account-profile.tsx";
import { ChooseProvider } from "./choose-provider.tsx";
import { ConnectDialog, ReturnFailure } from "./connect-other.tsx";
import { accountQuery, useProviderPage } from "./connect-queries.ts";
import { DelayedPayments } from "./delayed-payments.tsx";
import { MissingList } from "./missing-list.tsx";
import { type Payouts, payoutsOf } from "./onboarding.ts";

/** Where a provider shows accounts; null for one whose accounts have a page each. */
const DASHBOARDS: Record<ProviderName, string | null> = {
  stripe: null,
  mollie: "https://my.mollie.com/dashboard",
};

type OtherAccountProps = { provider: ProviderName };

/** The account at another provider than the first one. */
export function OtherAccount({ provider }: OtherAccountProps) {
  const query = useQuery(accountQuery(provider));
  const label = PROVIDER_NAMES[provider];
  return (
    <div className="grid gap-4 border-t border-line pt-5">
      <h3 className="text-lg">{label}</h3>
      <Loading query={query} failure="Couldn't load account status" label={`Loading ${label} account`}>
        {(status) => <Account status={status} provider={provider} />}
      </Loading>
    </div>
  );
}

function Account({ status, provider }: OtherAccountProps & { status: ConnectStatus }) {
  const [open, setOpen] = useState<"connect" | "own" | "disconnect" | null>(null);
  const close = () => setOpen(null);
  const creator = useCreator();
  const managing = useProviderPage(provider);
  const label = PROVIDER_NAMES[provider];
  const canUseOwn = !status.account && status.offers.includes("own") && creator.is_admin;
  const canConnect = !status.account && status.offers.includes("connected");
  const payouts = payoutsOf(status);
  return (
    <>
      {status.mode === "test" && <p className="text-[15px] text-muted">Test mode: no real money.</p>}
      <ReturnFailure provider={provider} />
      <AccountState status={status} label={label} payouts={payouts} />
      {status.canSell && <ChooseProvider provider={provider} />}
      <div className="flex flex-wrap gap-2.5">
        {canConnect && (
          <Button variant="primary" onClick={() => setOpen("connect")}>
            Connect with {label}
          </Button>
        )}
        {status.kind === "connected" && (
          <Button
            busy={managing.isPending || managing.isSuccess}
            onClick={() =>
              managing.mutate({ way: "manage" }, { onSuccess: (url) => window.location.assign(url) })
            }
          >
            {payouts === "due" ? `Continue at ${label}` : `Manage ${label} account`}
          </Button>
        )}
        {canUseOwn && (
          <Button onClick={() => setOpen("own")} className="py-2 whitespace-normal!">
            {ownAccountTitle(provider)}
          </Button>
        )}
        {status.account && <Button onClick={() => setOpen("disconnect")}>Disconnect {label}</Button>}
      </div>
      <RequestError error={managing.error} fallback="Unable to refresh onboarding" />
      {status.canSell && creator.payment_provider === provider && <DelayedPayments status={status} />}
      {status.kind === "connected" && <AccountProfile provider={provider} />}
      {status.account && <AccountMoney provider={provider} href={DASHBOARDS[provider]} />}
      <ConnectDialog provider={provider} open={open === "connect"} onClose={close} />
      <OwnAccountDialog provider={provider} open={open === "own"} onClose={close} />
      <DisconnectDialog provider={provider} open={open === "disconnect"} onClose={close} />
    </>
  );
}

type AccountStateProps = { status: ConnectStatus; label: string; payouts: Payouts };

function AccountState({ status, label, payouts }: AccountStateProps) {
  const { account, canSell, kind, offers, platformFeeBps } = status;
  if (!account) {
    return offers.includes("connected") ? (
      <p>
        No {label} account is connected yet. Sales on it pay the platform fee of {formatFee(platformFeeBps)},
        beside {label}'s own fees.
      </p>
    ) : (
      <p>
        No {label} account is connected yet. On this installation only its operator can sell through {label}.
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
  if (payouts === "due") return <MissingList requirements={account.requirements} />;
  return <Alert tone="warn">{reasonOf(status, label)}</Alert>;
}

function reasonOf(status: ConnectStatus, label: string): string {
  if (payoutsOf(status) === "review")
    return `${label} is reviewing your details. You can sell once the review is complete.`;
  return status.account?.restriction?.status === "rejected"
    ? `${label} does not accept this account, so you cannot sell with it. ${label} says why, and whether anything can be done.`
    : `${label} takes no payments for this account at the moment. Open it at ${label} to see why.`;
}
