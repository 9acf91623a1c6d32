import { DEFAULT_CURRENCY } from "./limits.ts";

/** The operator's terms of both plans. Fees are the platform's share of a sale in basis points, hundredths of a percent. */
export type Plans = {
  free: { tiles: number; feeBps: number };
  creator: { feeBps: number; priceCents: number; currency: string };
};

/** The plans of an operator who has configured none. */
export const DEFAULT_PLANS: Plans = {
  free: { tiles: 5, feeBps: 500 },
  creator: { feeBps: 0, priceCents: 900, currency: DEFAULT_CURRENCY },
};
