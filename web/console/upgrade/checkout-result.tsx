import type { UseQueryResult } from "@tanstack/react-query";
import type { CheckoutStatus } from "../../../contract/api/billing.ts";
import { errorMessage } from "../../lib/api.ts";
import { planStatus } from "../../lib/plan.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { upgradeTexts } from "./upgrade-return.ts";

const ACTIVE = planStatus({ plan: "creator", stripe_subscription_active: true }, 0);

type CheckoutResultProps = {
  checkout: Pick<UseQueryResult<CheckoutStatus>, "data" | "error" | "isFetching" | "refetch">;
};

/** Shows the provider's state of the checkout that the creator returns from. The return itself proves nothing. */
export function CheckoutResult({ checkout }: CheckoutResultProps) {
  const { data, error, isFetching, refetch } = checkout;
  const checkAgain = (
    <Button onClick={() => void refetch()} busy={isFetching}>
      Check again
    </Button>
  );
  if (data?.stripeActive) return <SubscriptionActive />;
  if (data) {
    return (
      <Alert tone="warn" role="status" action={checkAgain}>
        {upgradeTexts.pending}
      </Alert>
    );
  }
  if (error) {
    return (
      <Alert tone="bad" role="alert" action={checkAgain}>
        {errorMessage(error, upgradeTexts.verify)}
      </Alert>
    );
  }
  return <p role="status">Checking your subscription…</p>;
}

/** The result of a return without a session id: only the account shows it. */
export function CheckoutNotFound({ isActive }: { isActive: boolean }) {
  if (isActive) return <SubscriptionActive />;
  return (
    <Alert tone="bad" role="alert">
      {upgradeTexts.verify}
    </Alert>
  );
}

function SubscriptionActive() {
  return (
    <Alert tone="good" role="status">
      {ACTIVE}
    </Alert>
  );
}
