import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../contract/rules/paths.ts";
import { hasCreatorPlan } from "../../../contract/rules/rules.ts";
import { countedTiles, countTileTypes } from "../../../contract/rules/tile-types.ts";
import { t } from "../../../contract/texts.ts";
import { configQuery } from "../../lib/config.ts";
import { formatFee, formatMoney } from "../../lib/format.ts";
import { activationHelp, activationLabel, planLabel, planStatus } from "../../lib/plan.ts";
import { rich } from "../../lib/rich.ts";
import { useSite } from "../../lib/site-context.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ExplainedRadio } from "../../ui/radio-card.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { useCreator } from "../creator-context.ts";
import { Section } from "../sections/section.tsx";
import { SectionForm } from "../sections/section-form.tsx";
import { isDowngrade } from "../sections/settings-draft.ts";
import { useProfileForm } from "../sections/use-profile-form.ts";
import { tilesQuery } from "../tiles/queries.ts";
import { PortalButton } from "../upgrade/portal-button.tsx";
import { offerQuery } from "../upgrade/queries.ts";

/** The plan: an upgrade is bought on its own page, a downgrade is saved here. */
export function PlanSection() {
  const creator = useCreator();
  const { form, props } = useProfileForm({ plan: t("Plan") });
  const [downgrade, setDowngrade] = useState<{ send: () => void } | null>(null);
  const { data: tiles } = useQuery(tilesQuery);
  // The provider knows the price. Until it is loaded, none is shown.
  const price = useQuery(offerQuery).data?.price;
  const priceOf = (cents: number) =>
    price &&
    t("{cents} {interval, select, day {per day} week {per week} year {per year} other {per month}}", {
      cents: formatMoney(cents, price.currency),
      interval: price.interval,
    });
  const isFree = !hasCreatorPlan(creator);
  const { name, plans } = useSite();
  const { planSold = true } = useQuery(configQuery).data ?? {};
  const help = activationHelp(creator, { planSold });
  return (
    <Section id="plan" about={t("Upgrade to switch to Creator.")}>
      <SectionForm
        id="plan"
        {...props}
        ask={({ plan }, send) => (isDowngrade(plan, creator) ? setDowngrade({ send }) : send())}
      >
        <div className="grid justify-items-start gap-2">
          <Badge tone="primary">
            <span className="sr-only">{t("Current plan:")} </span>
            {planLabel(creator)}
          </Badge>
          {(tiles || !isFree) && (
            <p>{planStatus(creator, countedTiles(countTileTypes(tiles ?? [])), plans)}</p>
          )}
        </div>
        <fieldset className="grid grid-cols-1 gap-2.5 sm:grid-cols-2">
          <legend className="sr-only">{t("Plan")}</legend>
          <ExplainedRadio
            value="free"
            {...form.register("plan")}
            label={t("Free")}
            about={t("Up to {count, plural, one {# tile} other {# tiles}}, {percent} platform fee.", {
              count: plans.free.tiles,
              percent: formatFee(plans.free.feeBps),
            })}
            aside={priceOf(0)}
          />
          <ExplainedRadio
            value="creator"
            {...form.register("plan")}
            // Only the attribute, because a field registered as disabled has no value.
            disabled={isFree}
            label={t("Creator")}
            about={[
              t("Unlimited tiles, {percent} platform fee, no branding.", {
                percent: formatFee(plans.creator.feeBps),
              }),
              isFree && t("Available after you upgrade."),
            ]
              .filter(Boolean)
              .join(" ")}
            aside={price && priceOf(price.amount)}
          />
        </fieldset>
        <div className="grid justify-items-start gap-2">
          {creator.stripe_subscription_active || !planSold ? (
            <Button disabled>{activationLabel(creator)}</Button>
          ) : (
            <Link to={paths.upgrade()} className={buttonClass()}>
              {activationLabel(creator)}
            </Link>
          )}
          {help && <p className="text-sm text-muted">{help}</p>}
        </div>
        {creator.stripe_subscription_active && <PortalButton />}
      </SectionForm>
      <ConfirmDialog
        open={downgrade !== null}
        title={t("Switch to the Free plan?")}
        confirm={t("Switch to Free")}
        onClose={() => setDowngrade(null)}
        onConfirm={() => {
          downgrade?.send();
          setDowngrade(null);
        }}
      >
        {creator.stripe_subscription_active && <span>{t("Your subscription ends.")} </span>}
        <span>
          {rich(
            "Sales cost a platform fee of {percent} again, and your page shows “Made with {name}”. Your tiles stay visible, but you cannot add more while you have {count} or more.",
            { percent: formatFee(plans.free.feeBps), name, count: plans.free.tiles },
          )}
        </span>
      </ConfirmDialog>
    </Section>
  );
}
