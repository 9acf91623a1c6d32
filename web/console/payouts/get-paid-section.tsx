import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { ConnectStatus } from "../../../contract/api/connect.ts";
import { DEFAULT_PROVIDER, PROVIDER_NAMES } from "../../../contract/rules/order-states.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { configQuery } from "../../lib/config.ts";
import { withoutParams } from "../../lib/use-url-state.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../widgets/loading.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { useCreator } from "../creator-context.ts";
import { Section } from "../sections/section.tsx";
import { accountQuery, connectQuery, useProviderPage } from "./connect-queries.ts";
import { GetPaidSteps } from "./get-paid-steps.tsx";
import { MissingList } from "./missing-list.tsx";
import {
  dashboardOf,
  onboardingButtons,
  onboardingOf,
  type Payouts,
  payoutsOf,
  payoutTexts,
} from "./onboarding.ts";
import { OnboardingDialog } from "./onboarding-dialog.tsx";
import { OtherAccount } from "./other-account.tsx";
import { AccountMoney } from "./provider-balance.tsx";
import { AccountDialogs, ChooseProvider, DelayedPayments, ownAccountTitle } from "./provider-controls.tsx";

const OWN = ownAccountTitle(DEFAULT_PROVIDER);
const RETURN = "onboarding";

/** Shows and changes the account that receives the creator's money. Changes are saved at once. */
export function GetPaidSection() {
  const section = useRef<HTMLElement>(null);
  const { data: config } = useQuery(configQuery);
  const others = config?.providers.filter((provider) => provider !== DEFAULT_PROVIDER) ?? [];
  const accountOf = others.length > 0 ? accountQuery(DEFAULT_PROVIDER) : connectQuery;
  const renewal = useProviderPage(DEFAULT_PROVIDER);
  const renew = () => renewal.mutate({ way: "manage" }, { onSuccess: (url) => window.location.assign(url) });
  useReturnFromOnboarding(section, renew);
  return (
    <Section
      ref={section}
      id="get-paid"
      about={
        others.length > 0
          ? t(
              "The account of the payment provider that you choose receives your sales and tips. Changes here are saved immediately.",
            )
          : t("Your Stripe account receives your sales and tips. Changes here are saved immediately.")
      }
    >
      <GetPaidSteps />
      {renewal.isPending && <p role="status">{t("Opening Stripe…")}</p>}
      <RequestError error={renewal.error} fallback={t("Unable to refresh onboarding")} />
      {others.length > 0 && <h3 className="text-lg">{PROVIDER_NAMES[DEFAULT_PROVIDER]}</h3>}
      <Loading
        query={accountOf}
        failure={t("Couldn't load account status.")}
        label={t("Loading account status")}
      >
        {(status) => <PayoutAccount status={status} />}
      </Loading>
      {others.map((provider) => (
        <OtherAccount key={provider} provider={provider} />
      ))}
    </Section>
  );
}

/** Handles the return from the provider: `return` reads the state again, `refresh` replaces an expired link. */
function useReturnFromOnboarding(section: RefObject<HTMLElement | null>, renew: () => void): void {
  const queryClient = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const returned = query.get(RETURN);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per return
  useEffect(() => {
    if (returned === null) return;
    section.current?.scrollIntoView({ block: "start" });
    void queryClient.invalidateQueries(connectQuery);
    if (returned === "refresh") renew();
    // Remove it from the URL, so that a reload does not count as a second return.
    setQuery((before) => withoutParams(before, [RETURN]), { replace: true, preventScrollReset: true });
  }, [returned]);
}

function PayoutAccount({ status }: { status: ConnectStatus }) {
  const [open, setOpen] = useState<"onboarding" | "own" | "disconnect" | null>(null);
  const close = () => setOpen(null);
  const { data: config } = useQuery(configQuery);
  const creator = useCreator();
  const payouts = payoutsOf(status);
  const state = status.kind === "own" ? "ready" : onboardingOf(status);
  const canEmbed = status.kind === "connected" && status.mode !== "sandbox" && config?.stripePublishableKey;
  return (
    <>
      <ModeNote mode={status.mode} />
      <PayoutState payouts={payouts} status={status} />
      {(payouts === "ready" || payouts === "own") && <ChooseProvider provider={DEFAULT_PROVIDER} />}
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => setOpen("onboarding")}>{onboardingButtons[state]}</Button>
        {payouts === "not-connected" && creator.is_admin && status.mode !== "sandbox" && (
          <Button onClick={() => setOpen("own")} className="py-2 whitespace-normal!">
            {OWN}
          </Button>
        )}
        {status.account && <Button onClick={() => setOpen("disconnect")}>{t("Disconnect")}</Button>}
      </div>
      {canEmbed && (
        <Link to={paths.stripeAccount()} className="link justify-self-start py-2.5">
          {state === "ready" ? t("Change account details here") : t("Complete the details here")}
        </Link>
      )}
      {status.canSell && <DelayedPayments status={status} />}
      {status.account && (
        <AccountMoney
          provider={DEFAULT_PROVIDER}
          href={status.mode === "sandbox" ? null : dashboardOf(status.account.id)}
        />
      )}
      <OnboardingDialog status={status} state={state} open={open === "onboarding"} onClose={close} />
      <AccountDialogs provider={DEFAULT_PROVIDER} open={open} onClose={close} />
    </>
  );
}

function ModeNote({ mode }: { mode: ConnectStatus["mode"] }) {
  if (mode === "live") return null;
  return (
    <p className="text-[15px] text-muted">
      {mode === "test"
        ? t("Test mode: no real money.")
        : t("Sandbox: a practice account. No real money moves.")}
    </p>
  );
}

const TEXTS: Record<Exclude<Payouts, "due" | "restricted">, string> = {
  ...payoutTexts("Stripe"),
  "not-connected": t("No Stripe account is connected yet."),
  limited: t(
    "Stripe has restricted this account, so you cannot sell at the moment. Stripe says why, and what to do.",
  ),
  "own-restricted": t(
    "Stripe does not take payments for this installation's account at the moment. Open it at Stripe to see why.",
  ),
};

function PayoutState({ payouts, status: { account, canSell } }: { payouts: Payouts; status: ConnectStatus }) {
  if (payouts === "due" || payouts === "restricted")
    return (
      <>
        {payouts === "restricted" && (
          <Alert tone="warn">
            {canSell
              ? t("Stripe will soon pause your payments. Provide the missing details.")
              : t("Stripe has paused your payments. Provide the missing details to sell again.")}
          </Alert>
        )}
        {account && <MissingList requirements={account.requirements} />}
      </>
    );
  if (payouts === "not-connected") return <p>{TEXTS[payouts]}</p>;
  if (payouts === "ready" || payouts === "own")
    return <p className="font-semibold text-good">{TEXTS[payouts]}</p>;
  return (
    <Alert tone="warn">
      {TEXTS[payouts]}
      {(payouts === "rejected" || payouts === "limited") && account && (
        <>
          {" "}
          <a className="link" href={dashboardOf(account.id)} target="_blank" rel="noreferrer">
            {t("Open your account at Stripe")}
          </a>
          <span>.</span>
        </>
      )}
    </Alert>
  );
}
