import type { ConnectStatus } from "../../../contract/connect.ts";
import { errorMessage } from "../../lib/api.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useOnboarding } from "./connect-queries.ts";
import { MissingList } from "./missing-list.tsx";
import { type Onboarding, onboardingButtons, onboardingOf } from "./onboarding.ts";

const EXPLANATIONS: Record<Onboarding, string> = {
  "not-connected":
    "Stripe receives your tips and pays them out to you. You'll leave this page to enter your details at Stripe, which takes a few minutes, and then return here. We never see your documents or bank details.",
  due: "Stripe needs more details. You'll leave this page, continue where you stopped, and return here.",
  ready:
    "Your account is complete. You'll leave this page to manage it at Stripe, and can return at any time.",
};

type OnboardingDialogProps = { status: ConnectStatus; open: boolean; onClose: () => void };

/** Explains the next step and leads to the payment provider. */
export function OnboardingDialog({ status, open, onClose }: OnboardingDialogProps) {
  const onboarding = useOnboarding();
  const state = onboardingOf(status);
  const failure = state === "not-connected" ? "Unable to start onboarding" : "Unable to refresh onboarding";
  // After a success the browser is loading the page of the provider.
  const isLeaving = onboarding.isPending || onboarding.isSuccess;
  const close = () => {
    onboarding.reset();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={onboardingButtons[state]}>
      <div className="grid gap-5 px-6 pt-3 pb-6">
        <p className="text-muted">{EXPLANATIONS[state]}</p>
        {state === "due" && status.account && <MissingList requirements={status.account.requirements} />}
        {onboarding.error && (
          <Alert tone="bad" role="alert">
            {errorMessage(onboarding.error, failure)}
          </Alert>
        )}
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={close} className="max-sm:flex-1">
            Not now
          </Button>
          <Button
            variant="primary"
            busy={isLeaving}
            className="max-sm:flex-1"
            onClick={() => onboarding.mutate(state)}
          >
            {isLeaving ? "Opening Stripe…" : "Continue to Stripe"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
