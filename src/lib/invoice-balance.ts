import { leastChargeCents, owedFromBefore } from './charge.ts';
import { formatCents } from './money.ts';

/** What the credit balance does to an invoice; everything that shows an invoice names it alike. */
export const balanceNames = { applied: 'Credits applied', owed: owedFromBefore, added: 'Credits added' } as const;
export type BalanceUse = keyof typeof balanceNames;

export interface BalanceRow {
  readonly use: BalanceUse;
  readonly name: string;
  readonly detail: string;
  /** From the subtotal to what is due; negative where credits were applied. */
  readonly cents: number;
}

/** What stands between the sum of an invoice's lines and what is due; null where nothing does. */
export function balanceRow(subtotalCents: number, dueCents: number): BalanceRow | null {
  const cents = dueCents - subtotalCents;
  if (cents === 0) return null;
  const use = cents < 0 ? 'applied' : dueCents > 0 ? 'owed' : 'added';
  const details: Record<BalanceUse, string> = {
    applied:
      dueCents === 0 && subtotalCents < leastChargeCents
        ? `Taken from the balance. What credits do not cover is below ${formatCents(leastChargeCents)}, less than a card can be charged, and is added to a later invoice.`
        : 'Taken from the credit balance first.',
    owed: 'The credit balance was below zero. That is collected with this invoice.',
    added: 'The rest of the unused time, added to the credit balance.',
  };
  return { use, name: balanceNames[use], detail: details[use], cents };
}
