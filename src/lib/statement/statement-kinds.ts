import type { Statement, StatementRow } from '#contract/types.ts';

/** Group of each kind of row in the totals. */
export const groupOfKind: Readonly<Record<StatementRow['kind'], keyof Statement['totals']>> = {
  invoice: 'invoices_cents',
  corrected_invoice: 'invoices_cents',
  credit_note: 'credit_notes_cents',
  canceling_note: 'credit_notes_cents',
  payment: 'payments_cents',
  top_up: 'payments_cents',
  unapplied_payment: 'payments_cents',
  credit: 'credits_cents',
  credit_use: 'credits_cents',
  credit_released: 'credits_cents',
  credit_ended: 'credits_cents',
  carried: 'credits_cents',
  waived: 'credits_cents',
  other: 'credits_cents',
  forgiven: 'uncollected_cents',
  written_off: 'uncollected_cents',
  refund: 'refunds_cents',
  refund_returned: 'refunds_cents',
  dispute: 'disputes_cents',
  dispute_lost: 'disputes_cents',
  dispute_won: 'disputes_cents',
};
