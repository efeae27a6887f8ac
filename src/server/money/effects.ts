import type { Database } from '#server/store/database.ts';
import type { PaymentRow } from '#server/store/payments.ts';
import { changeEffect } from './change-effect.ts';
import type { Money } from './context.ts';
import { invoiceEffect } from './invoice-effect.ts';
import { topUpEffect } from './top-up-effect.ts';

/** Why a payment is over without success or refusal. */
export type Ending = 'canceled' | 'expired';

/** What the state of a payment means for what it pays. Runs in the transaction that stores the state. */
export type Effect = (tx: Database, money: Money, payment: PaymentRow, ending: Ending) => Promise<void>;

export const effectOf: Effect = (tx, money, payment, ending) => {
  if (payment.changeId !== null) return changeEffect(tx, money, payment, ending);
  return payment.topUpId !== null ? topUpEffect(tx, money, payment, ending) : invoiceEffect(tx, money, payment, ending);
};
