/** Returns the platform's fee of a sale in whole cents, rounded half up. Fee and net always add up to the amount. */
export function platformFee(amountCents: number, feeBps: number): number {
  return Math.floor((amountCents * feeBps + 5_000) / 10_000);
}
