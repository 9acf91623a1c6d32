import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Plan } from "../../../contract/api/creators.ts";
import { FREE_PLAN_TILES, PLATFORM_FEE_BPS } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { hasCreatorPlan } from "../../../contract/rules/rules.ts";
import { formatFee, formatMoney } from "../../lib/format.ts";
import { activationHelp, activationLabel, planLabel, planStatus, tileSlotsLeft } from "../../lib/plan.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ExplainedRadio } from "../../ui/radio-card.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { useCreator } from "../creator-context.ts";
import { tilesQuery } from "../tiles/queries.ts";
import { PortalButton } from "../upgrade/portal-button.tsx";
import { offerQuery } from "../upgrade/queries.ts";
import { Section } from "./section.tsx";
import { SectionForm } from "./section-form.tsx";
import { isDowngrade } from "./settings-draft.ts";
import { useProfileForm } from "./use-profile-form.ts";

const FIELDS = { plan: "Plan" };
type PlanForm = ReturnType<typeof useProfileForm<keyof typeof FIELDS>>["form"];

/** The plan: an upgrade is bought on its own page, a downgrade is saved here. */
export function PlanSection() {
  const creator = useCreator();
  const { form, props } = useProfileForm(FIELDS);
  const [downgrade, setDowngrade] = useState<{ send: () => void } | null>(null);
  const { data: tiles } = useQuery(tilesQuery);
  // The provider knows the price. While it is unknown, none is shown.
  const price = useQuery(offerQuery).data?.price;
  const priceOf = (cents: number) => price && `${formatMoney(cents, price.currency)} per ${price.interval}`;
  const needsCount = tileSlotsLeft(creator, 0) !== null;
  const help = activationHelp(creator);
  return (
    <Section id="plan" about="Upgrade to switch to Creator.">
      <SectionForm
        id="plan"
        {...props}
        ask={({ plan }, send) => (isDowngrade(plan, creator) ? setDowngrade({ send }) : send())}
      >
        <div className="grid justify-items-start gap-2">
          <Badge tone="primary">
            <span className="sr-only">Current plan: </span>
            {planLabel(creator)}
          </Badge>
          {(tiles || !needsCount) && <p>{planStatus(creator, tiles?.length ?? 0)}</p>}
        </div>
        <fieldset className="grid grid-cols-1 gap-2.5 sm:grid-cols-2">
          <legend className="sr-only">Plan</legend>
          <PlanOption plan="free" form={form} label="Free" price={priceOf(0)}>
            Up to {FREE_PLAN_TILES} tiles, {formatFee(PLATFORM_FEE_BPS.free)} platform fee.
          </PlanOption>
          <PlanOption
            plan="creator"
            form={form}
            label="Creator"
            price={price && priceOf(price.amount)}
            disabled={!hasCreatorPlan(creator)}
          >
            Unlimited tiles, {formatFee(PLATFORM_FEE_BPS.creator)} platform fee, no branding.
          </PlanOption>
        </fieldset>
        <div className="grid justify-items-start gap-2">
          {creator.stripe_subscription_active ? (
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
        title="Switch to the Free plan?"
        confirm="Switch to Free"
        onClose={() => setDowngrade(null)}
        onConfirm={() => {
          downgrade?.send();
          setDowngrade(null);
        }}
      >
        {creator.stripe_subscription_active && "Your subscription ends. "}Sales cost a platform fee of{" "}
        {formatFee(PLATFORM_FEE_BPS.free)} again, and your page shows ‘Made with Tessera’. Your tiles stay
        visible, but you cannot add more while you have {FREE_PLAN_TILES} or more.
      </ConfirmDialog>
    </Section>
  );
}

type PlanOptionProps = {
  plan: Plan;
  form: PlanForm;
  label: string;
  price: string | undefined;
  disabled?: boolean;
  children: ReactNode;
};

function PlanOption({ plan, form, label, price, disabled = false, children }: PlanOptionProps) {
  return (
    <ExplainedRadio
      value={plan}
      {...form.register("plan")}
      // Only the attribute: a field that is registered as disabled has no value.
      disabled={disabled}
      label={label}
      about={
        <>
          {children} {disabled && "Available after you upgrade."}
        </>
      }
      aside={price}
    />
  );
}
