import { formatDate } from './dates/format.ts';
import { formatCents } from './money.ts';

export interface CreditNoteFacts {
  readonly atSeconds: number;
  readonly amountCents: number;
  /** Part that became credit. */
  readonly balanceCents: number;
  readonly reason: string;
}

/** 'Credit note of Nov 24, 2026 for $582.33: Unused time on the Team Plan.' */
export function creditNoteWords({ atSeconds, amountCents, balanceCents, reason }: CreditNoteFacts): string {
  const credit = balanceCents === amountCents ? 'It' : formatCents(balanceCents);
  const added = balanceCents > 0 ? ` ${credit} was added to the credit balance.` : '';
  return `Credit note of ${formatDate(atSeconds)} for ${formatCents(amountCents)}: ${reason}.${added}`;
}
