import { owedFromBefore } from './charge.ts';

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

/** What credit notes have taken off an invoice, by the same name wherever it is shown. */
export const creditNoteName = 'Credit notes';

/**
 * What the credit balance did between the sum of an invoice's lines and what is due; null where it did nothing.
 * @param creditedCents what credit notes have taken off the invoice
 */
export function balanceRow(subtotalCents: number, dueCents: number, creditedCents = 0): BalanceRow | null {
  const cents = dueCents + creditedCents - subtotalCents;
  if (cents === 0) return null;
  const use = cents < 0 ? 'applied' : dueCents > 0 ? 'owed' : 'added';
  const details: Record<BalanceUse, string> = {
    applied: 'Taken from the credit balance first.',
    owed: 'The credit balance was below zero. That is collected with this invoice.',
    added: 'The rest of the unused time, added to the credit balance.',
  };
  return { use, name: balanceNames[use], detail: details[use], cents };
}
