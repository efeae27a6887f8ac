import { expect, it } from 'vitest';
import { comingWords } from './coming-messages.ts';

it('says what comes next, with its amounts and outcome', () => {
  const at = 1;
  expect([
    comingWords({ at, kind: 'invoice', subtotal_cents: 2500, amount_due_cents: 2500 }),
    comingWords({ at, kind: 'invoice', subtotal_cents: 2500, amount_due_cents: 500 }),
    comingWords({ at, kind: 'attempt', amount_cents: 2500, succeeds: true }),
    comingWords({ at, kind: 'attempt', amount_cents: 2500, succeeds: false }),
    comingWords({ at, kind: 'restriction', status: 'grace_period' }),
    comingWords({ at, kind: 'restriction', status: null }),
    comingWords({ at, kind: 'email', email: 'receipt' }),
  ]).toEqual([
    'Invoice of $25.00',
    'Invoice of $25.00, of which $5.00 is to be paid',
    '$25.00 is charged to your default card',
    '$25.00 is charged to your default card, which will probably be refused',
    'A grace period begins',
    'Services are no longer restricted',
    'Email: a receipt',
  ]);
});
