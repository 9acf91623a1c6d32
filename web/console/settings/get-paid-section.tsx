import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import type { ConnectStatus } from "../../../contract/api/connect.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { errorMessage } from "../../lib/api.ts";
import { configQuery } from "../../lib/config.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { useCreator } from "../creator-context.ts";
import { connectQuery, useDisconnect, useOnboarding, useOwnAccount } from "./connect-queries.ts";
import { DelayedPayments } from "./delayed-payments.tsx";
import { MissingList } from "./missing-list.tsx";
import { dashboardOf, onboardingButtons, onboardingOf, type Payouts, payoutsOf } from "./onboarding.ts";
import { OnboardingDialog } from "./onboarding-dialog.tsx";
import { Section } from "./section.tsx";
import { useReturnFromOnboarding } from "./use-return-from-onboarding.ts";

const OWN = "Use this installation's Stripe account";
const AGAIN = "Connect again to sell";

/** The account that receives a creator's money, saved separately from the form. */
export function GetPaidSection() {
  const section = useRef<HTMLElement>(null);
  const { data: status, error, refetch } = useQuery(connectQuery);
  const renewal = useOnboarding();
  const renew = () => renewal.mutate({ from: "due" }, { onSuccess: (url) => window.location.assign(url) });
  useReturnFromOnboarding({ section, renew });
  return (
    <Section
      ref={section}
      id="get-paid"
      about="Your Stripe account receives your sales and tips. Changes here are saved immediately."
    >
      {renewal.isPending && <p role="status">Opening Stripe…</p>}
      {renewal.error && (
        <Alert tone="bad" role="alert">
          {errorMessage(renewal.error, "Unable to refresh onboarding")}
        </Alert>
      )}
      {status ? (
        <PayoutAccount status={status} />
      ) : error ? (
        <LoadFailure onRetry={refetch}>{errorMessage(error, "Unable to load account status")}</LoadFailure>
      ) : (
        <div role="status" aria-label="Loading account status" className="grid gap-4">
          <Skeleton className="h-5 w-2/3 rounded-md" />
          <Skeleton className="h-11 w-52 rounded-control" />
        </div>
      )}
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
      {payouts === "ready" && creator.payment_provider !== "stripe" && (
        <p>To sell through it, choose Stripe under ‘Payment provider’ and save your changes.</p>
      )}
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
      <OnboardingDialog status={status} state={state} open={open === "onboarding"} onClose={close} />
      <OnboardingDialog
        status={status}
        state="not-connected"
        title={AGAIN}
        open={open === "again"}
        onClose={close}
      />
      <OwnAccountDialog open={open === "own"} onClose={close} />
      <DisconnectDialog open={open === "disconnect"} onClose={close} />
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

type DialogProps = { open: boolean; onClose: () => void };

function OwnAccountDialog({ open, onClose }: DialogProps) {
  const own = useOwnAccount();
  return (
    <ConfirmDialog
      open={open}
      title={`${OWN}?`}
      confirm="Use this account"
      doing="Connecting…"
      variant="primary"
      failure="Unable to read the installation's Stripe account"
      work={own}
      onConfirm={() => own.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      Sales of your page are paid to the Stripe account behind this installation's keys, without a platform
      fee. Choose this if the account is yours.
    </ConfirmDialog>
  );
}

function DisconnectDialog({ open, onClose }: DialogProps) {
  const disconnect = useDisconnect();
  return (
    <ConfirmDialog
      open={open}
      title="Disconnect your Stripe account?"
      confirm="Disconnect"
      doing="Disconnecting…"
      failure="Unable to disconnect the Stripe account"
      work={disconnect}
      onConfirm={() => disconnect.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      Payments that are not finished are cancelled, and your products can't be bought for real money until you
      connect an account again. Your account at Stripe stays open.
    </ConfirmDialog>
  );
}
