import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { errorMessage } from "../../lib/api.ts";
import { configQuery } from "../../lib/config.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useCreator } from "../creator-context.ts";
import { CheckoutNotFound, CheckoutResult } from "./checkout-result.tsx";
import { OfferCard } from "./offer-card.tsx";
import { offerQuery } from "./queries.ts";
import { readReturn, upgradeTexts } from "./upgrade-return.ts";

/** The way to the Creator plan: what it costs, and what came of paying for it. */
export function UpgradeScreen() {
  usePageTitle("Upgrade");
  const creator = useCreator();
  const returned = readReturn(useLocation().search);
  const config = useQuery(configQuery);
  const offer = useQuery(offerQuery);
  const error = offer.error ?? config.error;

  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-1 gap-6">
      <h1 className="text-3xl sm:text-[40px]">Upgrade to Creator</h1>
      {returned.state === "success" &&
        (returned.sessionId ? <CheckoutResult sessionId={returned.sessionId} /> : <CheckoutNotFound />)}
      {returned.state === "cancel" && (
        <Alert tone="warn" role="status">
          {upgradeTexts.cancelled}
        </Alert>
      )}
      {offer.data && config.data ? (
        <OfferCard offer={offer.data} config={config.data} creator={creator} />
      ) : error ? (
        <Alert
          tone="bad"
          role="alert"
          action={
            <Button onClick={() => void offer.refetch()} busy={offer.isFetching}>
              Try again
            </Button>
          }
        >
          {errorMessage(error, upgradeTexts.product)}
        </Alert>
      ) : (
        <OfferSkeleton />
      )}
      <Link to={paths.settings()} className={`${buttonClass("quiet")} -ml-4.5 justify-self-start`}>
        Back to settings
      </Link>
    </div>
  );
}

function OfferSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading the plan"
      className="grid gap-5 rounded-card border border-line bg-surface p-5 sm:p-6"
    >
      <Skeleton className="h-8 w-1/2 rounded-lg" />
      <Skeleton className="h-24 w-full rounded-lg" />
      <Skeleton className="h-11 w-full rounded-control" />
    </div>
  );
}
