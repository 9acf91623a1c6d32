import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ConnectStatus } from "../../../contract/connect.ts";
import { errorMessage } from "../../lib/api.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { formatFee } from "../products/price.ts";
import { connectQuery, useOnboarding, useSetTips } from "./connect-queries.ts";
import { MissingList } from "./missing-list.tsx";
import { onboardingButtons, onboardingOf } from "./onboarding.ts";
import { OnboardingDialog } from "./onboarding-dialog.tsx";
import { Section } from "./section.tsx";
import { useReturnFromOnboarding } from "./use-return-from-onboarding.ts";

/** Tips and their payout account, saved separately from the form. */
export function TipsSection() {
  const section = useRef<HTMLElement>(null);
  const { data: status, error, refetch } = useQuery(connectQuery);
  const renewal = useOnboarding();
  useReturnFromOnboarding({ section, renew: () => renewal.mutate("due") });
  return (
    <Section
      ref={section}
      title="Tips"
      about="Let visitors leave a tip, paid out by Stripe. Changes here are saved immediately."
    >
      {renewal.isPending && <p role="status">Opening Stripe…</p>}
      {renewal.error && (
        <Alert tone="bad" role="alert">
          {errorMessage(renewal.error, "Unable to refresh onboarding")}
        </Alert>
      )}
      {status ? (
        <TipsForm status={status} />
      ) : error ? (
        <Alert tone="bad" role="alert" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {errorMessage(error, "Unable to load tip status")}
        </Alert>
      ) : (
        <div role="status" aria-label="Loading tip status" className="grid gap-4">
          <Skeleton className="h-5 w-2/3 rounded-md" />
          <Skeleton className="h-11 w-52 rounded-control" />
          <Skeleton className="h-5 w-1/2 rounded-md" />
        </div>
      )}
    </Section>
  );
}

function TipsForm({ status }: { status: ConnectStatus }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const tips = useSetTips();
  const state = onboardingOf(status);
  return (
    <>
      {state === "not-connected" && <p>No Stripe account is connected yet.</p>}
      {state === "due" && status.account && <MissingList requirements={status.account.requirements} />}
      {state === "ready" && (
        <p className="font-semibold text-good">Your Stripe account is connected and complete.</p>
      )}
      <Button className="justify-self-start" onClick={() => setIsDialogOpen(true)}>
        {onboardingButtons[state]}
      </Button>
      <Switch
        label="Accept tips"
        help={
          state === "ready"
            ? "Shows the ‘Leave a tip’ button on your page. For now it only announces that tips are coming; no money is charged."
            : "Available once your Stripe account is complete."
        }
        // Shows the requested state during the request.
        checked={tips.isPending ? tips.variables : status.tipsEnabled}
        disabled={state !== "ready"}
        onChange={(event) => tips.mutate(event.target.checked)}
      />
      {tips.error && (
        <Alert tone="bad" role="alert">
          {errorMessage(tips.error, "Unable to update tip settings")}
        </Alert>
      )}
      <p className="text-[15px] text-muted">
        Platform fee:{" "}
        <span className="font-semibold text-ink tabular-nums">{formatFee(status.platformFeeBps)}</span>
      </p>
      <OnboardingDialog status={status} open={isDialogOpen} onClose={() => setIsDialogOpen(false)} />
    </>
  );
}
