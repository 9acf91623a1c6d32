import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Link } from "react-router";
import type { Creator, Plan } from "../../../contract/creators.ts";
import { FREE_PLAN_TILES, PLATFORM_FEE_BPS } from "../../../contract/limits.ts";
import { paths } from "../../../contract/paths.ts";
import { activationLabel, planLabel, planStatus, tileSlotsLeft } from "../../lib/plan.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { RadioCard } from "../../ui/radio-card.tsx";
import { formatFee } from "../products/price.ts";
import { tilesQuery } from "../tiles/queries.ts";
import { Section } from "./section.tsx";
import { hasCreatorPlan } from "./settings-draft.ts";

type PlanSectionProps = { creator: Creator; register: UseFormRegisterReturn };

/** The plan, the way up, which is paid for, and the way down. */
export function PlanSection({ creator, register }: PlanSectionProps) {
  const { data: tiles } = useQuery(tilesQuery);
  const needsCount = tileSlotsLeft(creator, 0) !== null;
  return (
    <Section title="Plan" about="The Creator plan is chosen by paying for it.">
      <div className="grid justify-items-start gap-2">
        <p className="rounded-lg bg-tint px-2.5 py-0.5 text-sm font-semibold text-primary">
          <span className="sr-only">Current plan: </span>
          {planLabel(creator)}
        </p>
        {(tiles || !needsCount) && <p>{planStatus(creator, tiles?.length ?? 0)}</p>}
      </div>
      <fieldset className="grid grid-cols-1 gap-2.5 sm:grid-cols-2">
        <legend className="sr-only">Plan</legend>
        <Choice plan="free" register={register} label="Free" price="€0 a month">
          Up to {FREE_PLAN_TILES} tiles, {formatFee(PLATFORM_FEE_BPS.free)} platform fee.
        </Choice>
        <Choice
          plan="creator"
          register={register}
          label="Creator"
          price="€9 a month"
          disabled={!hasCreatorPlan(creator)}
        >
          Unlimited tiles, {formatFee(PLATFORM_FEE_BPS.creator)} platform fee, no branding.
        </Choice>
      </fieldset>
      {creator.stripe_subscription_active ? (
        <Button disabled className="justify-self-start">
          {activationLabel(creator)}
        </Button>
      ) : (
        <Link to={paths.upgrade()} className={`${buttonClass()} justify-self-start`}>
          {activationLabel(creator)}
        </Link>
      )}
    </Section>
  );
}

type ChoiceProps = {
  plan: Plan;
  register: UseFormRegisterReturn;
  label: string;
  price: string;
  disabled?: boolean;
  children: ReactNode;
};

function Choice({ plan, register, label, price, disabled = false, children }: ChoiceProps) {
  return (
    <RadioCard
      value={plan}
      {...register}
      // Disabled by the attribute alone: told of it, the form would forget what is chosen.
      disabled={disabled}
      aria-describedby={`plan-${plan}`}
      aria-label={label}
    >
      <span className="grid min-w-0 flex-1 content-start gap-0.5">
        <span className="flex flex-wrap justify-between gap-x-3">
          <span className="font-semibold">{label}</span>
          <span className="tabular-nums">{price}</span>
        </span>
        <span id={`plan-${plan}`} className="text-sm text-muted">
          {children} {disabled && "Open to you once you have paid for it."}
        </span>
      </span>
    </RadioCard>
  );
}
