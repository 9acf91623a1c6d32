import type { SubscriptionProduct } from "../../../contract/billing.ts";
import type { Creator } from "../../../contract/creators.ts";
import { PLATFORM_FEE_BPS } from "../../../contract/limits.ts";
import type { PublicConfig } from "../../../contract/storefront.ts";
import { errorMessage } from "../../lib/api.ts";
import { formatMoney } from "../../lib/format.ts";
import { activationLabel } from "../../lib/plan.ts";
import { isVerified } from "../../lib/session.ts";
import { useBfcacheRestore } from "../../lib/use-bfcache-restore.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { VerifyEmailBanner } from "../dashboard/verify-email-banner.tsx";
import { formatFee } from "../products/price.ts";
import { useStartCheckout } from "./queries.ts";
import { RedirectError } from "./stripe-js.ts";
import { upgradeTexts } from "./upgrade-return.ts";

const POINTS = [
  "Unlimited tiles",
  `${formatFee(PLATFORM_FEE_BPS.creator)} platform fee on what you sell`,
  "No Tessera branding on your page",
  "Full analytics and priority support",
];

type OfferCardProps = { offer: SubscriptionProduct; config: PublicConfig; creator: Creator };

/** What the plan costs and brings, and the button that leads to paying. */
export function OfferCard({ offer, config, creator }: OfferCardProps) {
  const start = useStartCheckout();
  useBfcacheRestore(start.reset);
  const { amount, currency, interval } = offer.price;
  const isActive = creator.stripe_subscription_active;
  return (
    <section
      aria-labelledby="offer"
      className="grid grid-cols-1 gap-5 rounded-card border border-line bg-surface p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="offer" className="text-xl [overflow-wrap:anywhere]">
          {offer.name}
        </h2>
        <p className="text-muted">
          <strong className="font-display text-2xl text-ink tabular-nums">
            {formatMoney(amount, currency)}
          </strong>{" "}
          per {interval}
        </p>
      </div>
      <ul className="grid gap-2">
        {POINTS.map((point) => (
          <li key={point} className="flex items-start gap-2.5">
            <CheckIcon className="mt-0.5 shrink-0 text-good" />
            {point}
          </li>
        ))}
      </ul>
      {config.billingMode === "sandbox" && !isActive && (
        <p className="text-sm text-muted">
          This installation pays in a sandbox: the next page only acts as a checkout. No money moves, so
          anyone can take this plan here.
        </p>
      )}
      {!isActive && !isVerified(creator) && <VerifyEmailBanner />}
      {start.isError && (
        <Alert tone="bad" role="alert">
          {startErrorMessage(start.error)}
        </Alert>
      )}
      <Button
        variant="primary"
        size="lg"
        className="w-full"
        disabled={isActive}
        busy={start.isPending || start.isSuccess}
        onClick={() => start.mutate({ productId: offer.id, publishableKey: config.stripePublishableKey })}
      >
        {activationLabel(creator)}
      </Button>
    </section>
  );
}

function startErrorMessage(error: unknown): string {
  return error instanceof RedirectError ? error.message : errorMessage(error, upgradeTexts.start);
}
