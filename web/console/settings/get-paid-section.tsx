import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import type { ConnectStatus } from "../../../contract/api/connect.ts";
import { DEFAULT_PROVIDER, PROVIDER_NAMES } from "../../../contract/rules/order-states.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { configQuery } from "../../lib/config.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../widgets/loading.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { useCreator } from "../creator-context.ts";
import { DisconnectDialog, OwnAccountDialog, ownAccountTitle } from "./account-dialogs.tsx";
import { AccountMoney } from "./account-money.tsx";
import { ChooseProvider } from "./choose-provider.tsx";
import { accountQuery, connectQuery, useProviderPage } from "./connect-queries.ts";
import { DelayedPayments } from "./delayed-payments.tsx";
import { GetPaidSteps } from "./get-paid-steps.tsx";
import { MissingList } from "./missing-list.tsx";
import { dashboardOf, onboardingButtons, onboardingOf, type Payouts, payoutsOf } from "./onboarding.ts";
import { OnboardingDialog } from "./onboarding-dialog.tsx";
import { OtherAccount } from "./other-account.tsx";
import { Section } from "./section.tsx";
import { useReturnFromOnboarding } from "./use-return-from-onboarding.ts";

const OWN = ownAccountTitle(DEFAULT_PROVIDER);
const AGAIN = "Connect again to sell";

/** The account that receives a creator's money, saved separately from the form. */
export function GetPaidSection() {
  const section = useRef<HTMLElement>(null);
  const { data: config } = useQuery(configQuery);
  const others = config?.providers.filter((provider) => provider !== DEFAULT_PROVIDER) ?? [];
  const account = useQuery(others.length > 0 ? accountQuery(DEFAULT_PROVIDER) : connectQuery);
  const renewal = useProviderPage(DEFAULT_PROVIDER);
  const renew = () => renewal.mutate({ way: "manage" }, { onSuccess: (url) => window.location.assign(url) });
  useReturnFromOnboarding({ section, renew });
  return (
    <Section
      ref={section}
      id="get-paid"
      about={
        others.length > 0
          ? "The account of the payment provider that you choose receives your sales and tips. Changes here are saved immediately."
          : "Your Stripe account receives your sales and tips. Changes here are saved immediately."
      }
    >
      <GetPaidSteps />
      {renewal.isPending && <p role="status">Opening Stripe…</p>}
      <RequestError error={renewal.error} fallback="Unable to refresh onboarding" />
      {others.length > 0 && <h3 className="text-lg">{PROVIDER_NAMES[DEFAULT_PROVIDER]}</h3>}
      <Loading query={account} failure="Couldn't load account status" label="Loading account status">
        {(status) => <PayoutAccount status={status} />}
      </Loading>
      {others.map((provider) => (
        <OtherAccount key={provider} provider={provider} />
      ))}
    </Section>
  );
}

function PayoutAccount({ status }: { status: ConnectStatus }) {
  const [open, setOpen] = useState<"onboarding" | "again" | "own" | "disconnect" | null>(null);
  const close = () => setOpen(null);
  const { data: config } = useQuery(configQuery);
  const creator = useCreator();
  const payouts = payoutsOf(status);
  // Managing is all that is left for an account of an earlier release.
  const state = payouts === "express" || status.kind === "own" ? "ready" : onboardingOf(status);
  const canEmbed = status.kind === "connected" && status.mode !== "sandbox" && config?.stripePublishableKey;
  return (
    <>
      <ModeNote mode={status.mode} />
      <PayoutState payouts={payouts} status={status} />
      {(payouts === "ready" || payouts === "own") && <ChooseProvider provider={DEFAULT_PROVIDER} />}
      <div className="flex flex-wrap gap-2.5">
        {payouts === "express" && (
          <Button variant="primary" onClick={() => setOpen("again")}>
            {AGAIN}
          </Button>
        )}
        <Button onClick={() => setOpen("onboarding")}>{onboardingButtons[state]}</Button>
        {payouts === "not-connected" && creator.is_admin && status.mode !== "sandbox" && (
          <Button onClick={() => setOpen("own")} className="py-2 whitespace-normal!">
            {OWN}
          </Button>
        )}
        {status.account && <Button onClick={() => setOpen("disconnect")}>Disconnect</Button>}
      </div>
      {canEmbed && (
        <Link to={paths.stripeAccount()} className="link justify-self-start py-2.5">
          {state === "ready" ? "Change account details here" : "Complete the details here"}
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
      <OnboardingDialog
        status={status}
        state="not-connected"
        title={AGAIN}
        open={open === "again"}
        onClose={close}
      />
      <OwnAccountDialog provider={DEFAULT_PROVIDER} open={open === "own"} onClose={close} />
      <DisconnectDialog provider={DEFAULT_PROVIDER} open={open === "disconnect"} onClose={close} />
    </>
  );
}

function ModeNote({ mode }: { mode: ConnectStatus["mode"] }) {
  if (mode === "live") return null;
  return (
    <p className="text-[15px] text-muted">
      {mode === "test" ? "Test mode: no real money." : "Sandbox: a practice account. No real money moves."}
    </p>
  );
}

const STATES: Record<Exclude<Payouts, "due" | "restricted">, { tone?: "good" | "warn"; text: string }> = {
  "not-connected": { text: "No Stripe account is connected yet." },
  review: {
    tone: "warn",
    text: "Stripe is reviewing your details. You can sell once the review is complete.",
  },
  rejected: {
    tone: "warn",
    text: "Stripe does not accept this account, so you cannot sell with it. Stripe says why, and whether anything can be done.",
  },
  limited: {
    tone: "warn",
    text: "Stripe has restricted this account, so you cannot sell at the moment. Stripe says why, and what to do.",
  },
  ready: { tone: "good", text: "Your Stripe account is connected and complete." },
  express: {
    tone: "warn",
    text: "This account is from an earlier version and cannot take payments. Connect a new account to sell.",
  },
  own: { tone: "good", text: "You sell on this installation's Stripe account." },
  "own-restricted": {
    tone: "warn",
    text: "Stripe does not take payments for this installation's account at the moment. Open it at Stripe to see why.",
  },
};

function PayoutState({ payouts, status }: { payouts: Payouts; status: ConnectStatus }) {
  if (payouts === "due" || payouts === "restricted") {
    return (
      <>
        {payouts === "restricted" && (
          <Alert tone="warn">
            {status.canSell
              ? "Stripe will soon pause your payments. Provide the missing details."
              : "Stripe has paused your payments. Provide the missing details to sell again."}
          </Alert>
        )}
        {status.account && <MissingList requirements={status.account.requirements} />}
      </>
    );
  }
  const { tone, text } = STATES[payouts];
  const link = (payouts === "rejected" || payouts === "limited") && status.account;
  if (tone === "warn") {
    return (
      <Alert tone="warn">
        {text}
        {link && (
          <>
            {" "}
            <a className="link" href={dashboardOf(link.id)} target="_blank" rel="noreferrer">
              Open your account at Stripe
            </a>
            .
          </>
        )}
      </Alert>
    );
  }
  return <p className={tone === "good" ? "font-semibold text-good" : undefined}>{text}</p>;
}
