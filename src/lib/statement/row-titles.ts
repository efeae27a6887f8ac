import type { StatementRow } from '#contract/types.ts';
import { formatCents, sumCents } from '#lib/money.ts';
import { fillText } from '#lib/texts/fill.ts';
import { statementTitles as titles } from '#lib/texts/statement.ts';

const movedCents = ({ postings }: StatementRow): number => sumCents(postings.map(({ amount_cents: cents }) => Math.max(0, cents)));

const plainRefund = 'Refund';

type TitleKey = keyof typeof titles;

const isUncollected = ({ postings }: StatementRow): boolean => postings.some(({ account }) => account === 'uncollected');

function titleKey(row: StatementRow): TitleKey {
  const { kind, number, invoice, postings, change_cents: change } = row;
  switch (kind) {
    case 'credit_note':
      if (number === null) return 'credit_note_unnumbered';
      if (postings.length === 0) return 'credit_note_included';
      return isUncollected(row) ? 'credit_note_uncollected' : kind;
    case 'payment':
      return isUncollected(row) ? 'payment_uncollected' : kind;
    case 'refund':
      return invoice ? 'refund_of' : kind;
    case 'dispute':
      if (change === 0) return 'dispute_held';
      return invoice ? 'dispute_of' : kind;
    default:
      return kind;
  }
}

export function statementTitle(row: StatementRow): string {
  const { number, invoice, description } = row;
  const values = { number: number ?? '', invoice: invoice?.number ?? '', description, amount: formatCents(movedCents(row)) };
  return fillText<string>(titles[titleKey(row)], values);
}

export function statementDetail({ kind, description }: StatementRow): string | null {
  const hasReason = kind === 'credit_note' || kind === 'unapplied_payment' || (kind === 'refund' && description !== plainRefund);
  return hasReason && description !== '' ? description : null;
}
