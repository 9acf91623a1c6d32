/**
 * Splits an amount of minor units in proportion to weights, by largest remainder: the parts add up to the amount, and each is within one unit of its share.
 * Of equal remainders the earlier part gets the unit. Weights that are all zero count as equal.
 */
export function shareOut(cents: number, weights: readonly number[]): number[] {
  const isEven = weights.every((weight) => weight === 0);
  // A product of two amounts may be larger than numbers represent exactly.
  const exact = weights.map((weight) => BigInt(cents) * BigInt(isEven ? 1 : weight));
  const total = BigInt(isEven ? weights.length : weights.reduce((sum, weight) => sum + weight, 0));
  const parts = exact.map((share, at) => ({ at, cents: Number(share / total), remainder: share % total }));
  const rest = cents - parts.reduce((sum, part) => sum + part.cents, 0);
  const largest = [...parts].sort(
    (one, other) => Number(other.remainder - one.remainder) || one.at - other.at,
  );
  for (const part of largest.slice(0, rest)) part.cents += 1;
  return parts.map((part) => part.cents);
}
