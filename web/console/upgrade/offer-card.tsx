import { Check } from "lucide-react";
import { useId } from "react";
import type { SubscriptionProduct } from "../../../contract/api/creator-plan.ts";
import type { Creator } from "../../../contract/api/creators.ts";
import type { PublicConfig } from "../../../contract/api/storefront.ts";
import type { Site } from "../../../contract/rules/site.ts";
import { t } from "../../../contract/texts.ts";
import { errorMessage } from "../../lib/api.ts";
import { formatFee, formatMoney } from "../../lib/format.ts";
import { activationHelp, activationLabel } from "../../lib/plan.ts";
import { rich } from "../../lib/rich.ts";
import { isVerified } from "../../lib/session.ts";
import { useSite } from "../../lib/site-context.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { VerifyEmailBanner } from "../dashboard/verify-email-banner.tsx";
import { RedirectError, useStartCheckout } from "./queries.ts";
import { upgradeTexts } from "./upgrade-return.ts";
import { useBfcacheRestore } from "./use-bfcache-restore.ts";

const pointsOf = ({ name, plans }: Site) => [
  t("Unlimited tiles"),
  t("{percent} platform fee on what you sell, in place of {freePercent}", {
    percent: formatFee(plans.creator.feeBps),
    freePercent: formatFee(plans.free.feeBps),
  }),
  t("Your own name, in place of “{name}”, on your page, in your checkout and in your buyers' emails", {
    name,
  }),
  t("More choices for your look: fonts, tile shapes, headers with a cover and backgrounds"),
  t("Wide tiles, over two columns or all three"),
  t("A verified tick beside your name"),
  t("Emails to more people of your audience each day"),
  t("Full analytics and priority support"),
];

type OfferCardProps = {
  offer: SubscriptionProduct;
  config: PublicConfig;
  creator: Creator;
  isActive: boolean;
  /** True while the payment of a finished checkout is confirmed. */
  isConfirming: boolean;
};

/** The price and benefits of the plan, and the button to buy it. */
export function OfferCard({ offer, config, creator, isActive, isConfirming }: OfferCardProps) {
  const site = useSite();
  const start = useStartCheckout();
  useBfcacheRestore(start.reset);
  const reasonId = useId();
  const { amount, currency, interval } = offer.price;
  const mustVerify = !isActive && !isVerified(creator);
  const facts = { ...creator, stripe_subscription_active: isActive };
  const help = isConfirming
    ? t("Your payment is being confirmed. You don't need to pay again.")
    : activationHelp(facts, config);
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
          {rich(
            "{amount} {interval, select, day {per day} week {per week} year {per year} other {per month}}",
            {
              amount: (
                <strong className="font-display text-2xl text-ink tabular-nums">
                  {formatMoney(amount, currency)}
                </strong>
              ),
              interval,
            },
          )}
        </p>
      </div>
      <ul className="grid gap-2">
        {pointsOf(site).map((point) => (
          <li key={point} className="flex items-start gap-2.5">
            <Check size={20} className="mt-0.5 shrink-0 text-good" />
            {point}
          </li>
        ))}
      </ul>
      {config.billingMode === "sandbox" && config.planSold && !isActive && (
        <p className="text-sm text-muted">{t("Test mode: no real payment will be taken.")}</p>
      )}
      {mustVerify && (
        <div id={reasonId}>
          <VerifyEmailBanner />
        </div>
      )}
      {start.isError && (
        <Alert tone="bad" role="alert">
          {start.error instanceof RedirectError
            ? start.error.message
            : errorMessage(start.error, upgradeTexts.start)}
        </Alert>
      )}
      <div className="grid gap-2">
        <Button
          variant="primary"
          size="lg"
          className="w-full"
          // The server would reject the checkout with the banner's text.
          disabled={isActive || isConfirming || mustVerify || !config.planSold}
          aria-describedby={mustVerify ? reasonId : help ? `${reasonId}-help` : undefined}
          busy={start.isPending || start.isSuccess}
          onClick={() => start.mutate(offer.id)}
        >
          {activationLabel(facts)}
        </Button>
        {help && (
          <p id={`${reasonId}-help`} className="text-sm text-muted">
            {help}
          </p>
        )}
      </div>
    </section>
  );
}
