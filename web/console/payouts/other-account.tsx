import { useState } from "react";
import { useSearchParams } from "react-router";
import { ConnectFailure, type ConnectStatus } from "../../../contract/api/connect.ts";
import { PROVIDER_NAMES, type ProviderName } from "../../../contract/rules/order-states.ts";
import { t } from "../../../contract/texts.ts";
import { formatFee } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { withoutParams } from "../../lib/use-url-state.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../widgets/loading.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { useCreator } from "../creator-context.ts";
import { accountQuery, useProviderPage } from "./connect-queries.ts";
import { LeaveDialog } from "./leave-dialog.tsx";
import { MissingList } from "./missing-list.tsx";
import { type Payouts, payoutsOf, payoutTexts } from "./onboarding.ts";
import { AccountMoney } from "./provider-balance.tsx";
import { AccountDialogs, ChooseProvider, DelayedPayments, ownAccountTitle } from "./provider-controls.tsx";
import { AccountProfile } from "./provider-profile.tsx";

/** The provider's dashboard, or null if each account has its own page there. */
const DASHBOARDS: Record<ProviderName, string | null> = {
  stripe: null,
  mollie: "https://my.mollie.com/dashboard",
};

type OtherAccountProps = { provider: ProviderName };

/** The account at the second provider. */
export function OtherAccount({ provider }: OtherAccountProps) {
  const providerName = PROVIDER_NAMES[provider];
  return (
    <div className="grid gap-4 border-t border-line pt-5">
      <h3 className="text-lg">{providerName}</h3>
      <Loading
        query={accountQuery(provider)}
        failure={t("Couldn't load account status.")}
        label={t("Loading {providerName} account", { providerName })}
      >
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
  const providerName = PROVIDER_NAMES[provider];
  const canUseOwn = !status.account && status.offers.includes("own") && creator.is_admin;
  const canConnect = !status.account && status.offers.includes("connected");
  const payouts = payoutsOf(status);
  return (
    <>
      {status.mode === "test" && <p className="text-[15px] text-muted">{t("Test mode: no real money.")}</p>}
      <ReturnFailure provider={provider} />
      <AccountState status={status} providerName={providerName} payouts={payouts} />
      {status.canSell && <ChooseProvider provider={provider} />}
      <div className="flex flex-wrap gap-2.5">
        {canConnect && (
          <Button variant="primary" onClick={() => setOpen("connect")}>
            {rich("Connect with {providerName}", { providerName })}
          </Button>
        )}
        {status.kind === "connected" && (
          <Button
            busy={managing.isPending || managing.isSuccess}
            onClick={() =>
              managing.mutate({ way: "manage" }, { onSuccess: (url) => window.location.assign(url) })
            }
          >
            {payouts === "due"
              ? t("Continue at {providerName}", { providerName })
              : t("Manage {providerName} account", { providerName })}
          </Button>
        )}
        {canUseOwn && (
          <Button onClick={() => setOpen("own")} className="py-2 whitespace-normal!">
            {ownAccountTitle(provider)}
          </Button>
        )}
        {status.account && (
          <Button onClick={() => setOpen("disconnect")}>
            {rich("Disconnect {providerName}", { providerName })}
          </Button>
        )}
      </div>
      <RequestError error={managing.error} fallback={t("Unable to refresh onboarding")} />
      {status.canSell && creator.payment_provider === provider && <DelayedPayments status={status} />}
      {status.kind === "connected" && <AccountProfile provider={provider} />}
      {status.account && <AccountMoney provider={provider} href={DASHBOARDS[provider]} />}
      <ConnectDialog provider={provider} open={open === "connect"} onClose={close} />
      <AccountDialogs provider={provider} open={open} onClose={close} />
    </>
  );
}

type AccountStateProps = { status: ConnectStatus; providerName: string; payouts: Payouts };

function AccountState({ status, providerName, payouts }: AccountStateProps) {
  const { account, canSell, kind, offers, platformFeeBps } = status;
  const texts = payoutTexts(providerName);
  if (!account) {
    return offers.includes("connected") ? (
      <p>
        {rich(
          "No {providerName} account is connected yet. Sales on it pay the platform fee of {platformFeeBps}, beside {providerName}'s own fees.",
          { providerName, platformFeeBps: formatFee(platformFeeBps) },
        )}
      </p>
    ) : (
      <p>
        {rich(
          "No {providerName} account is connected yet. On this installation only its operator can sell through {providerName}.",
          { providerName },
        )}
      </p>
    );
  }
  if (canSell) return <p className="font-semibold text-good">{texts[kind === "own" ? "own" : "ready"]}</p>;
  if (payouts === "due") return <MissingList requirements={account.requirements} />;
  if (payouts === "review") return <Alert tone="warn">{texts.review}</Alert>;
  return (
    <Alert tone="warn">
      {account.restriction?.status === "rejected"
        ? texts.rejected
        : t(
            "{providerName} takes no payments for this account at the moment. Open it at {providerName} to see why.",
            { providerName },
          )}
    </Alert>
  );
}

type ConnectDialogProps = OtherAccountProps & { open: boolean; onClose: () => void };

/** Explains the permissions at the provider, and leads there. */
function ConnectDialog({ provider, open, onClose }: ConnectDialogProps) {
  const providerName = PROVIDER_NAMES[provider];
  return (
    <LeaveDialog
      open={open}
      title={t("Connect with {providerName}", { providerName })}
      provider={provider}
      failure={t("Unable to start onboarding")}
      onProceed={() => ({ way: "connect" })}
      onClose={onClose}
    >
      <p className="text-muted">
        {rich(
          "{providerName} receives your sales and tips and pays them out to you. You'll leave this page, sign in at {providerName} or open an account there, allow us to take payments and refund them for you, and return here. We never see your documents or bank details.",
          { providerName },
        )}
      </p>
    </LeaveDialog>
  );
}

const FAILURES: Record<ConnectFailure, (providerName: string) => string> = {
  refused: (providerName) =>
    t("You did not allow the connection at {providerName}, so nothing was connected.", { providerName }),
  expired: () => t("This return link was already used or belongs to another session. Connect once more."),
  taken: (providerName) =>
    t("Another page sells on this {providerName} account. Disconnect it there, or connect another account.", {
      providerName,
    }),
  failed: (providerName) =>
    t("{providerName} did not confirm the connection. Nothing was connected. Try again in a moment.", {
      providerName,
    }),
};

/** Explains why a return from the provider connected nothing. */
function ReturnFailure({ provider }: OtherAccountProps) {
  const [query, setQuery] = useSearchParams();
  const [failure, setFailure] = useState(() =>
    query.get("provider") === provider ? ConnectFailure.safeParse(query.get("connect")).data : undefined,
  );
  if (failure === undefined) return null;
  const close = () => {
    setFailure(undefined);
    setQuery((before) => withoutParams(before, ["connect", "provider"]), {
      replace: true,
      preventScrollReset: true,
    });
  };
  return (
    <div ref={scrollToOnce}>
      <Alert tone="warn" role="alert" action={<Button onClick={close}>{t("Close")}</Button>}>
        {FAILURES[failure](PROVIDER_NAMES[provider])}
      </Alert>
    </div>
  );
}

const scrollToOnce = (element: HTMLElement | null) => element?.scrollIntoView({ block: "center" });
