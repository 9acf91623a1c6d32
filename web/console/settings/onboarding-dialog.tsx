import type { ConnectStatus } from "../../../contract/connect.ts";
import { errorMessage } from "../../lib/api.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useOnboarding } from "./connect-queries.ts";
import { MissingList } from "./missing-list.tsx";
import { type Onboarding, onboardingButtons, onboardingOf } from "./onboarding.ts";

const EXPLAINED: Record<Onboarding, string> = {
  "not-connected":
    "Stripe holds the money of your tips and pays it out to you. You will leave this page to give Stripe your details, which takes a few minutes, and then come back here. We never see your documents or bank details.",
  due: "Stripe still needs something from you. You will leave this page, continue where you stopped, and come back here.",
  ready:
    "Your account is complete. You will leave this page to look at your details at Stripe, and can come back at any time.",
};

type OnboardingDialogProps = { status: ConnectStatus; open: boolean; onClose: () => void };

/** Says what comes next, and leads to the payment provider. */
export function OnboardingDialog({ status, open, onClose }: OnboardingDialogProps) {
  const leave = useOnboarding();
  const state = onboardingOf(status);
  const failure = state === "not-connected" ? "Unable to start onboarding" : "Unable to refresh onboarding";
  // Until the browser has left, nothing more is to be done here.
  const isLeaving = leave.isPending || leave.isSuccess;
  const close = () => {
    leave.reset();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={onboardingButtons[state]}>
      <div className="grid gap-5 px-6 pt-3 pb-6">
        <p className="text-muted">{EXPLAINED[state]}</p>
        {state === "due" && status.account && <MissingList requirements={status.account.requirements} />}
        {leave.error && (
          <Alert tone="bad" role="alert">
            {errorMessage(leave.error, failure)}
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
            onClick={() => leave.mutate(state)}
          >
            {isLeaving ? "Opening Stripe…" : "Continue to Stripe"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
