/**
 * Splits an amount of cents by weights, none negative, so that the parts sum to it (largest remainder). Every part is the exact
 * share rounded down or up; equal remainders go to the earlier weight. Without any weight there is nothing to split by, and all parts
 * are 0.
 */
export function allocateCents(totalCents: number, weights: readonly bigint[]): number[] {
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
  return parts.map(({ share }) => (share === 0 ? 0 : sign * share));
}
