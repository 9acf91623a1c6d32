import type { Creator } from "../../contract/api/creators.ts";
import type { PublicConfig } from "../../contract/api/storefront.ts";
import { MAX_TILES } from "../../contract/rules/limits.ts";
import { paths } from "../../contract/rules/paths.ts";
import type { Plans } from "../../contract/rules/plans.ts";
import { hasCreatorPlan } from "../../contract/rules/rules.ts";
import { countedTiles, FREE_PLAN_BLOCKS, type TileCount } from "../../contract/rules/tile-types.ts";
import { t } from "../../contract/texts.ts";

/** A link to the plan, which is a section of the settings. */
export const toPlan = { to: paths.settings(), state: { section: "plan" } } as const;

type PlanFacts = Pick<Creator, "plan" | "stripe_subscription_active">;

/** The short name of a plan: (s) is billed, (m) was set manually. */
export function planLabel({ plan, stripe_subscription_active }: PlanFacts): string {
  if (stripe_subscription_active) return t("Creator (s)");
  return plan === "creator" ? t("Creator (m)") : t("Free");
}

/** Returns how many more tiles the plan allows, or null on a plan without a limit. */
export function tileSlotsLeft(creator: PlanFacts, tileCount: number, plans: Plans): number | null {
  if (hasCreatorPlan(creator)) return null;
  return Math.max(0, plans.free.tiles - tileCount);
}

/** Returns how many more tiles the page can have, by the plan and by the limit of every page. */
export function tileRoom(creator: PlanFacts, count: TileCount, plans: Plans): number {
  const room = Math.max(0, MAX_TILES - count.all);
  return Math.min(room, tileSlotsLeft(creator, countedTiles(count), plans) ?? room);
}

export type TileLimit = "page" | "plan" | "plan, except blocks" | null;

/** Returns the limit that prevents another tile: `page` for the limit of every page, a limit of the plan, or null if none does. */
export function reachedTileLimit(creator: PlanFacts, count: TileCount, plans: Plans): TileLimit {
  if (count.all >= MAX_TILES) return "page";
  if (tileSlotsLeft(creator, countedTiles(count), plans) !== 0) return null;
  return count.blocks < FREE_PLAN_BLOCKS ? "plan, except blocks" : "plan";
}

/** The dashboard's sentence about the plan. */
export function planStatus(creator: PlanFacts, tileCount: number, plans: Plans): string {
  if (creator.stripe_subscription_active)
    return t("Creator plan active — unlimited tiles and full analytics unlocked.");
  if (creator.plan === "creator")
    return t("Creator plan (manual) — connect Stripe to unlock billing and remove limits.");
  const left = tileSlotsLeft(creator, tileCount, plans);
  if (left === 0) return t("Free plan tile limit reached. Upgrade for unlimited tiles and remove branding.");
  return t("{left} tile slots remaining on the Free plan.", { left: left ?? 0 });
}

/** Returns a remark beside the status and its link, or null. */
export function planHelp({ plan, stripe_subscription_active }: PlanFacts): string | null {
  if (stripe_subscription_active)
    return t("Your subscription is active; the link leads to your plan settings.");
  if (plan === "creator")
    return t("The operator gave you this plan without a payment: your tiles are already unlimited.");
  return null;
}

/** The label of the dashboard's link to the plans. */
export function upgradeLabel({ plan }: Pick<Creator, "plan">): string {
  return plan === "creator" ? t("Complete activation") : t("Upgrade to Creator");
}

/** The upgrade texts of the settings and the upgrade page. */
export function activationLabel({ plan, stripe_subscription_active }: PlanFacts): string {
  if (stripe_subscription_active) return t("Plan active");
  return plan === "creator" ? t("Complete activation") : t("Upgrade with Stripe");
}

/** Returns why the plan cannot be bought, or the effect of "Complete activation", or null. */
export function activationHelp(
  { plan, stripe_subscription_active }: PlanFacts,
  { planSold }: Pick<PublicConfig, "planSold">,
): string | null {
  if (stripe_subscription_active) return null;
  if (plan === "creator")
    return planSold
      ? t(
          "An administrator gave you the Creator plan: you do not need to pay for it. Completing activation starts a paid subscription.",
        )
      : t("An administrator gave you the Creator plan: you do not need to pay for it.");
  return planSold
    ? null
    : t("The Creator plan cannot be bought here. The administrators of this site can give it to you.");
}

/** Returns the platform fee on this creator's sales, in basis points. */
export function platformFeeBps(creator: PlanFacts, plans: Plans): number {
  return plans[hasCreatorPlan(creator) ? "creator" : "free"].feeBps;
}
