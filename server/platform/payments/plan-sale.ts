import { DEFAULT_PROVIDER } from "../../../contract/rules/order-states.ts";
import type { AccountProvider } from "./port.ts";

type Mode = Pick<AccountProvider, "provider" | "live">;

/**
 * Returns whether creators can buy the Creator plan.
 * If a provider takes real money, neither the sandbox nor test keys sell the plan: anyone could get it, and its lower platform fee, for nothing.
 */
export function isPlanSold(providers: readonly Mode[]): boolean {
  const isSellerLive = providers.some(({ provider, live }) => provider === DEFAULT_PROVIDER && live);
  return isSellerLive || providers.every(({ live }) => !live);
}
