import { DEFAULT_PROVIDER } from "../../../contract/rules/order-states.ts";
import type { Plans } from "../../../contract/rules/plans.ts";
import type { AccountProvider, SubscriptionOffer } from "./port.ts";

type Mode = Pick<AccountProvider, "provider" | "live">;

/**
 * Returns whether creators can buy the Creator plan.
 * If a provider takes real money, neither the sandbox nor test keys sell the plan: anyone could get it, and its lower platform fee, for nothing.
 */
export function isPlanSold(providers: readonly Mode[]): boolean {
  const isSellerLive = providers.some(({ provider, live }) => provider === DEFAULT_PROVIDER && live);
  return isSellerLive || providers.every(({ live }) => !live);
}

/** Returns whether the provider charges the monthly price of the Creator plan that the site shows. */
export const isShownPrice = (
  { amount, currency, interval }: SubscriptionOffer["price"],
  { creator }: Plans,
): boolean => amount === creator.priceCents && currency === creator.currency && interval === "month";
