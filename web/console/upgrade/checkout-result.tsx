import type { UseQueryResult } from "@tanstack/react-query";
import type { CheckoutStatus } from "../../../contract/api/creator-plan.ts";
import { t } from "../../../contract/texts.ts";
import { errorMessage } from "../../lib/api.ts";
import { planStatus } from "../../lib/plan.ts";
import { useSite } from "../../lib/site-context.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { upgradeTexts } from "./upgrade-return.ts";

type CheckoutResultProps = {
  /** Null without a session id in the URL. */
  checkout: Pick<UseQueryResult<CheckoutStatus>, "data" | "error" | "isFetching" | "refetch"> | null;
  isActive: boolean;
};

/** Shows the state of the checkout as the provider reports it, because the return itself proves nothing. Without a checkout, it shows the account's plan. */
export function CheckoutResult({ checkout, isActive }: CheckoutResultProps) {
  const { plans } = useSite();
  if (checkout ? checkout.data?.stripeActive : isActive)
    return (
      <Alert tone="good" role="status">
        {planStatus({ plan: "creator", stripe_subscription_active: true }, 0, plans)}
      </Alert>
    );
  if (checkout && !checkout.data && !checkout.error)
    return <p role="status">{t("Checking your subscription…")}</p>;
  const isPending = checkout?.data !== undefined;
  return (
    <Alert
      tone={isPending ? "warn" : "bad"}
      role={isPending ? "status" : "alert"}
      action={
        checkout && (
          <Button onClick={() => void checkout.refetch()} busy={checkout.isFetching}>
            {t("Check again")}
          </Button>
        )
      }
    >
      {isPending ? upgradeTexts.pending : errorMessage(checkout?.error, upgradeTexts.verify)}
    </Alert>
  );
}
