/** Credit is one balance, spent oldest first. A refund, dispute or write-off takes back only credit from its own source. */

/** Lists of movements are in ledger order. */
export type CreditMovement = {
  /** Positive if credit is given, negative if it is spent or deducted. */
  amountCents: number;
  /** If credit is given: its source. If credit is deducted: the source whose credit is used first; null if there is no such source. */
  source: string | null;
};

type Lot = { source: string | null; leftCents: number };

function take(lots: Iterable<Lot>, amountCents: number): number {
  let missing = amountCents;
  for (const lot of lots) {
    const usedCents = Math.min(lot.leftCents, missing);
    lot.leftCents -= usedCents;
    missing -= usedCents;
  }
  return missing;
}

/**
 * Returns the unspent credit of each source in cents, oldest first. A deduction uses credit of the same source first, then other credit.
 * If the credit is not enough, the rest is debt, which later credit pays.
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

export const creditLeftOf = (source: string, movements: readonly CreditMovement[]): number =>
  creditLeftBySource(movements).get(source) ?? 0;

/**
 * Credit to hold when a bank withdraws the money of `source`: first credit of this source, then credit for unused time, because plan
 * changes may have moved the money. Credit from other top-ups or gifts is never held.
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
