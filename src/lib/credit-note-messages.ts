import { formatDate } from './dates/format.ts';
import { formatCents } from './money.ts';

export interface CreditNoteFacts {
  /** Number of the credit note. Absent or null for old credit notes, which had no number. */
  readonly number?: string | null | undefined;
  readonly atSeconds: number;
  readonly amountCents: number;
  /** Part of the amount that was added to the credit balance. */
  readonly balanceCents: number;
  readonly reason: string;
}

/** Example: 'Credit note ABCD-CN-0001 of Nov 24, 2026 for $582.33: Unused time on the Team Plan.' */
export function creditNoteWords({ number, atSeconds, amountCents, balanceCents, reason }: CreditNoteFacts): string {
  const credit = balanceCents === amountCents ? 'It' : formatCents(balanceCents);
  const added = balanceCents > 0 ? ` ${credit} was added to the credit balance.` : '';
  return `Credit note${number ? ` ${number}` : ''} of ${formatDate(atSeconds)} for ${formatCents(amountCents)}: ${reason}.${added}`;
}
