import type { Statement } from '#contract/types.ts';
import { statementTexts as texts } from '#lib/texts/statement.ts';

/** Non-zero parts of the amount owed, with their names; a credit is negative. They sum to the amount owed. */
export function balanceParts({ due_cents, credit_cents, disputed_cents, refundable_cents }: Statement['closing']) {
  const parts = [
    { name: texts.partDue, cents: due_cents },
    { name: credit_cents < 0 ? texts.partDebt : texts.partCredit, cents: 0 - credit_cents },
    { name: texts.partDisputed, cents: disputed_cents },
    { name: texts.partRefundable, cents: 0 - refundable_cents },
  ];
  return parts.filter(({ cents }) => cents !== 0);
}
