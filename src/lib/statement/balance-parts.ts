import type { Statement } from '#contract/types.ts';
import { formatCents } from '#lib/money.ts';
import { statementTexts as texts } from '#lib/texts/statement.ts';

/** 'Due on invoices: $10.00, In dispute: $5.00'; a credit is negative. Null if the amount owed is only due on invoices, or only credit. */
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
