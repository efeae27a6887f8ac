/**
 * Splits an amount by non-negative weights (largest remainder method). The shares sum to the amount; ties favor the earlier weight.
 * @param mostCents the maximum share for each weight, only for a positive amount. The maximums must sum to at least the amount.
 * @returns cents per weight: the exact share, rounded down or up; all 0 if the weights sum to 0
 */
export function allocateCents(totalCents: number, weights: readonly bigint[], mostCents?: readonly number[]): number[] {
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0n);
  if (weightSum === 0n || totalCents === 0) return weights.map(() => 0);
  const sign = totalCents < 0 ? -1 : 1;
  const total = BigInt(Math.abs(totalCents));
  const parts = weights.map((weight, index) => ({
    index,
    share: Number((total * weight) / weightSum),
    left: (total * weight) % weightSum,
  }));
  let remainder = Math.abs(totalCents) - parts.reduce((sum, { share }) => sum + share, 0);
  const largestFirst = parts
    .filter(({ left }) => left > 0n)
    .sort((a, b) => (a.left === b.left ? a.index - b.index : a.left > b.left ? -1 : 1));
  for (const part of largestFirst) {
    if (remainder === 0) break;
    part.share += 1;
    remainder -= 1;
  }
  const shares = parts.map(({ share }) => (share === 0 ? 0 : sign * share));
  return mostCents ? withinMost(shares, mostCents) : shares;
}

/** Moves cents above a share's maximum to the first shares that are below their maximum. */
function withinMost(shares: readonly number[], mostCents: readonly number[]): number[] {
  const most = (index: number): number => mostCents[index] ?? Number.POSITIVE_INFINITY;
  const bounded = shares.map((share, index) => Math.min(share, most(index)));
  let rest = shares.reduce((sum, share, index) => sum + share - (bounded[index] ?? 0), 0);
  return bounded.map((share, index) => {
    const added = Math.min(rest, most(index) - share);
    rest -= added;
    return share + added;
  });
}
