import { formatDate } from './dates/format.ts';
import { formatCents } from './money.ts';

export interface CreditNoteFacts {
  /** Absent or null for a credit note from before credit notes had numbers. */
  readonly number?: string | null | undefined;
  readonly atSeconds: number;
  readonly amountCents: number;
  /** Part that became credit. */
  readonly balanceCents: number;
  readonly reason: string;
}

/** 'Credit note ABCD-CN-0001 of Nov 24, 2026 for $582.33: Unused time on the Team Plan.' */
export function creditNoteWords({ number, atSeconds, amountCents, balanceCents, reason }: CreditNoteFacts): string {
  const credit = balanceCents === amountCents ? 'It' : formatCents(balanceCents);
  const added = balanceCents > 0 ? ` ${credit} was added to the credit balance.` : '';
  return `Credit note${number ? ` ${number}` : ''} of ${formatDate(atSeconds)} for ${formatCents(amountCents)}: ${reason}.${added}`;
}
