import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { errorMessage } from "../../lib/api.ts";
import { configQuery } from "../../lib/config.ts";
import { Alert } from "../../ui/alert.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useCreator } from "../creator-context.ts";
import { CheckoutResult } from "./checkout-result.tsx";
import { OfferCard } from "./offer-card.tsx";
import { PortalButton } from "./portal-button.tsx";
import { changedByUpgrade, checkoutStatusQuery, offerQuery } from "./queries.ts";
import { readReturn, upgradeTexts } from "./upgrade-return.ts";

/** The upgrade to the Creator plan: its price, and the result of the checkout. */
export function UpgradeScreen() {
  const creator = useCreator();
  const returned = readReturn(useLocation().search);
  const sessionId = returned.state === "success" ? returned.sessionId : null;
  const checkout = useCheckoutStatus(sessionId);
  const isActive = creator.stripe_subscription_active || checkout.data?.stripeActive === true;
  const isUnverifiable = checkout.error !== null && checkout.data === undefined;
  const isConfirming = sessionId !== null && !isActive && !isUnverifiable;
  const title = isActive
    ? t("You're on the Creator plan")
    : isConfirming
      ? t("Confirming your upgrade")
      : t("Upgrade to Creator");

  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-1 gap-6">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-3xl sm:text-[40px]">{title}</h1>
      {returned.state === "success" && (
        <CheckoutResult checkout={sessionId === null ? null : checkout} isActive={isActive} />
      )}
      {returned.state === "cancel" && (
        <Alert tone="warn" role="status">
          {upgradeTexts.cancelled}
        </Alert>
      )}
      <Offer isActive={isActive} isConfirming={isConfirming} />
      {!isConfirming && (
        <div className="grid gap-2">
          {!isActive && <p className="text-sm text-muted">{t("Have you subscribed before?")}</p>}
          <PortalButton />
        </div>
      )}
      <Link to={paths.settings()} className={`${buttonClass("quiet")} -ms-4 justify-self-start`}>
        {t("Back to settings")}
      </Link>
    </div>
  );
}

/** Reads the state of a checkout. Once its subscription is active, it reloads everything that depends on the plan. */
function useCheckoutStatus(sessionId: string | null) {
  const queryClient = useQueryClient();
  const checkout = useQuery({ ...checkoutStatusQuery(sessionId ?? ""), enabled: sessionId !== null });
  const isActive = checkout.data?.stripeActive === true;
  useEffect(() => {
    if (isActive) void queryClient.invalidateQueries({ predicate: changedByUpgrade });
  }, [isActive, queryClient]);
  return checkout;
}

function Offer({ isActive, isConfirming }: { isActive: boolean; isConfirming: boolean }) {
  const creator = useCreator();
  const config = useQuery(configQuery);
  const offer = useQuery(offerQuery);
  if (offer.data && config.data) {
    return (
      <OfferCard
        offer={offer.data}
        config={config.data}
        creator={creator}
        isActive={isActive}
        isConfirming={isConfirming}
      />
    );
  }
  const error = offer.error ?? config.error;
  if (!error) return <OfferSkeleton />;
  return (
    <LoadFailure onRetry={offer.refetch} busy={offer.isFetching}>
      {errorMessage(error, upgradeTexts.product)}
    </LoadFailure>
  );
}

function OfferSkeleton() {
  return (
    <div
      role="status"
      aria-label={t("Loading the plan")}
      className="grid gap-5 rounded-card border border-line bg-surface p-5 sm:p-6"
    >
      <Skeleton className="h-8 w-1/2 rounded-lg" />
      <Skeleton className="h-24 w-full rounded-lg" />
      <Skeleton className="h-11 w-full rounded-control" />
    </div>
  );
}
