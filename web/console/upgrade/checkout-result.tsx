import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { errorMessage } from "../../lib/api.ts";
import { planStatus } from "../../lib/plan.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { useCreator } from "../creator-context.ts";
import { checkoutStatusQuery } from "./queries.ts";
import { upgradeTexts } from "./upgrade-return.ts";

const ACTIVE = planStatus({ plan: "creator", stripe_subscription_active: true }, 0);

/** What the provider says of the checkout that somebody comes back from. The return itself proves nothing. */
export function CheckoutResult({ sessionId }: { sessionId: string }) {
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(checkoutStatusQuery(sessionId));
  useEffect(() => {
    // Badge, tick, limits and fee change everywhere, in this very session.
    if (data?.stripeActive) void queryClient.invalidateQueries({ predicate: isNotThis });
  }, [data, queryClient]);
  const again = (
    <Button onClick={() => void refetch()} busy={isFetching}>
      Check again
    </Button>
  );
  if (data?.stripeActive) {
    return (
      <Alert tone="good" role="status">
        {ACTIVE}
      </Alert>
    );
  }
  if (data) {
    return (
      <Alert tone="warn" role="status" action={again}>
        {upgradeTexts.pending}
      </Alert>
    );
  }
  if (error) {
    return (
      <Alert tone="bad" role="alert" action={again}>
        {errorMessage(error, upgradeTexts.verify)}
      </Alert>
    );
  }
  return <p role="status">Checking your subscription…</p>;
}

/** A return that names no checkout: what holds is what the account says. */
export function CheckoutNotFound() {
  const creator = useCreator();
  return creator.stripe_subscription_active ? (
    <Alert tone="good" role="status">
      {ACTIVE}
    </Alert>
  ) : (
    <Alert tone="bad" role="alert">
      {upgradeTexts.verify}
    </Alert>
  );
}

function isNotThis({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[0] !== "checkout-status" && queryKey[0] !== "config" && queryKey[0] !== "offer";
}
