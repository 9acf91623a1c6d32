import type { Currency } from "./currencies.ts";
import type { ProviderName } from "./order-states.ts";

type CardFee = { bps: number; fixedCents: number };

/**
 * The provider's fee for a domestic card, by the region of the currency: a share in basis points and an amount in minor
 * units. From the public prices of Stripe (https://stripe.com/pricing) and Mollie
 * (https://www.mollie.com/pricing), November 2026. Shown as an estimate, because the prices are unverified and other cards cost more. The order shows the actual fee.
 */
const CARD_FEES: Record<ProviderName, Record<Currency, CardFee>> = {
  stripe: {
    eur: { bps: 150, fixedCents: 25 },
    usd: { bps: 290, fixedCents: 30 },
    gbp: { bps: 150, fixedCents: 20 },
    chf: { bps: 290, fixedCents: 30 },
    sek: { bps: 150, fixedCents: 180 },
    nok: { bps: 240, fixedCents: 200 },
    dkk: { bps: 150, fixedCents: 180 },
    pln: { bps: 150, fixedCents: 100 },
    czk: { bps: 150, fixedCents: 650 },
    ron: { bps: 150, fixedCents: 100 },
    huf: { bps: 150, fixedCents: 8_500 },
    cad: { bps: 290, fixedCents: 30 },
    aud: { bps: 170, fixedCents: 30 },
    nzd: { bps: 265, fixedCents: 30 },
  },
  // Mollie's prices are in euros, and in pounds for British sellers. In other currencies the fixed part is about 0.25 €.
  mollie: {
    eur: { bps: 180, fixedCents: 25 },
    usd: { bps: 290, fixedCents: 30 },
    gbp: { bps: 180, fixedCents: 20 },
    chf: { bps: 290, fixedCents: 25 },
    sek: { bps: 180, fixedCents: 290 },
    nok: { bps: 180, fixedCents: 300 },
    dkk: { bps: 180, fixedCents: 190 },
    pln: { bps: 180, fixedCents: 110 },
    czk: { bps: 180, fixedCents: 630 },
    ron: { bps: 180, fixedCents: 130 },
    huf: { bps: 180, fixedCents: 10_000 },
    cad: { bps: 290, fixedCents: 40 },
    aud: { bps: 290, fixedCents: 45 },
    nzd: { bps: 290, fixedCents: 50 },
  },
};

/** Estimates the provider's fee for a card payment in minor units: the share, rounded half up, and the fixed amount. */
export function estimateCardFee(
  cents: number,
  { currency, provider }: { currency: Currency; provider: ProviderName },
): number {
  const { bps, fixedCents } = CARD_FEES[provider][currency];
  return Math.round((cents * bps) / 10_000) + fixedCents;
}
