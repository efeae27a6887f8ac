import type { Statement, StatementRow } from '#contract/types.ts';
import { formatCents, sumCents } from '#lib/money.ts';
import { statementTexts as texts } from '#lib/texts/statement.ts';

// The postings of a row sum to zero. The change of the amount owed therefore equals the sum of all postings outside the four balance
// accounts.

type Totals = Statement['totals'];
type TotalName = keyof Totals;
type Posted = Pick<StatementRow, 'kind' | 'postings'>;
type Kind = StatementRow['kind'];
type Account = StatementRow['postings'][number]['account'];

const chargeTotals: Readonly<Partial<Record<Kind, TotalName>>> = {
  invoice: 'invoices_cents',
  corrected_invoice: 'invoices_cents',
  carried: 'invoices_cents',
  credit_note: 'credit_notes_cents',
  canceling_note: 'credit_notes_cents',
  refund: 'refunded_charges_cents',
  refund_returned: 'refunded_charges_cents',
};

const paymentTotals: Readonly<Partial<Record<Kind, TotalName>>> = {
  refund: 'refunds_cents',
  refund_returned: 'refunds_cents',
  dispute: 'disputes_cents',
  dispute_lost: 'disputes_cents',
  dispute_won: 'disputes_cents',
};

/** Total that a posting belongs to; null for the four balance accounts. */
function totalOf(kind: Kind, account: Account): TotalName | null {
  switch (account) {
    case 'charges':
      return chargeTotals[kind] ?? 'other_charges_cents';
    case 'payments':
      return paymentTotals[kind] ?? 'payments_cents';
    case 'gifts':
      return 'credits_cents';
    case 'uncollected':
      return 'uncollected_cents';
    default:
      return null;
  }
}

/** Adds each posting to its total. The sum of all totals is the change of the amount owed. */
export function statementTotals(rows: readonly Posted[]): Totals {
  const totals: Totals = {
    invoices_cents: 0,
    credit_notes_cents: 0,
    refunded_charges_cents: 0,
    other_charges_cents: 0,
    payments_cents: 0,
    refunds_cents: 0,
    disputes_cents: 0,
    credits_cents: 0,
    uncollected_cents: 0,
  };
  for (const { kind, postings } of rows)
    for (const { account, amount_cents: cents } of postings) {
      const total = totalOf(kind, account);
      if (total) totals[total] = sumCents([totals[total], cents]);
    }
  return totals;
}

/** Amounts that a row adds to and subtracts from the amount owed, both at least 0. For the refund of an invoice, they are equal. */
export function rowAmounts({ kind, postings }: Posted): { readonly chargedCents: number; readonly creditedCents: number } {
  const amounts = postings.filter(({ account }) => totalOf(kind, account) !== null).map(({ amount_cents: cents }) => cents);
  return {
    chargedCents: sumCents(amounts.filter((cents) => cents > 0)),
    creditedCents: 0 - sumCents(amounts.filter((cents) => cents < 0)),
  };
}

/** Lists the parts of a balance: 'Due on invoices: $10.00, In dispute: $5.00'. Null if the only part is 'due' or 'credit'. */
export function balanceWords({ due_cents, credit_cents, disputed_cents, refundable_cents }: Statement['closing']): string | null {
  const parts = [
    { name: texts.partDue, cents: due_cents },
    { name: credit_cents < 0 ? texts.partDebt : texts.partCredit, cents: 0 - credit_cents },
    { name: texts.partDisputed, cents: disputed_cents },
    { name: texts.partRefundable, cents: 0 - refundable_cents },
  ].filter(({ cents }) => cents !== 0);
  const isPlain = parts.every(({ name }) => name === texts.partDue || name === texts.partCredit);
  if (isPlain && parts.length < 2) return null;
  return parts.map(({ name, cents }) => `${name}: ${formatCents(cents)}`).join(', ');
}
