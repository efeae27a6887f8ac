import type { Money } from '#server/money/context.ts';
import { giveUpExpired } from '#server/money/reconcile.ts';
import { nextPaymentExpiry } from '#server/store/payments.ts';
import type { Job } from './job.ts';

/** Takes back payments whose payer had their time: an upgrade that nobody confirmed, a payment page that nobody used. */
export const giveUpPayments = (money: Money): Job => ({
  name: 'give-up-payments',
  nextDue: nextPaymentExpiry,
  run: () => giveUpExpired(money),
});
