/**
 * Where the credit of an organization came from, and how much of each source is left. Credit is one balance; the oldest is spent
 * first. A refund, a dispute or a write-off takes back credit of its own source.
 */

/** One movement of the credit balance, in the order of the books. */
export type CreditMovement = {
  /** Positive is credit given, negative is credit spent or deducted. */
  amountCents: number;
  /** What gave the credit, also where it is deducted again; null for a use of the balance as a whole. */
  source: string | null;
};

type Lot = { source: string | null; leftCents: number };

function take(lots: Iterable<Lot>, amountCents: number): number {
  let missing = amountCents;
  for (const lot of lots) {
    const taken = Math.min(lot.leftCents, missing);
    lot.leftCents -= taken;
    missing -= taken;
  }
  return missing;
}

/**
 * How much of the credit of each source is left, in cents, the oldest first. Taking back takes the newest credit of the source, then
 * counts as a use; a use that finds no credit is debt, which the next credit pays.
 */
export function creditLeftBySource(movements: readonly CreditMovement[]): Map<string, number> {
  const lots: Lot[] = [];
  let debtCents = 0;
  for (const movement of movements) {
    if (movement.amountCents > 0) {
      const paid = Math.min(debtCents, movement.amountCents);
      debtCents -= paid;
      lots.push({ source: movement.source, leftCents: movement.amountCents - paid });
      continue;
    }
    const sourceLots = movement.source === null ? [] : lots.filter((lot) => lot.source === movement.source).toReversed();
    const missing = take(sourceLots, 0 - movement.amountCents);
    debtCents += take(lots, missing);
  }
  const left = new Map<string, number>();
  for (const { source, leftCents } of lots) if (source !== null && leftCents > 0) left.set(source, (left.get(source) ?? 0) + leftCents);
  return left;
}

/** How much of the credit that a source has given is left, in cents. */
export const creditLeftOf = (source: string, movements: readonly CreditMovement[]): number =>
  creditLeftBySource(movements).get(source) ?? 0;

/**
 * What is held of the credit that is left when a bank withdraws money of a source: what that source gave, then what unused time of
 * other fees gave, for changes of plan may have moved the money on. Top-ups and gifts are other money.
 * @param isUnusedTime whether a source gives unused time
 */
export function creditToHold(
  source: string,
  withdrawnCents: number,
  left: ReadonlyMap<string, number>,
  isUnusedTime: (source: string) => boolean,
): { source: string; cents: number }[] {
  const others = [...left.keys()].filter((other) => other !== source && isUnusedTime(other));
  let missing = withdrawnCents;
  return [source, ...others].flatMap((each) => {
    const cents = Math.min(missing, left.get(each) ?? 0);
    missing -= cents;
    return cents > 0 ? [{ source: each, cents }] : [];
  });
}
