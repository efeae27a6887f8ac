import { findPayment, findPaymentByIntent, type PaymentRow } from '#server/store/payments.ts';
import type { Money } from './context.ts';
import { describe } from './gateway-calls.ts';
import { outcomeOf } from './outcome.ts';
import { settleSession } from './sessions.ts';
import { settle } from './settle.ts';

/** What was told of could not be read: whoever acts on it does so later. */
export class Unreadable extends Error {}

export function unlessGone(kind: string, why: string): void {
  if (kind !== 'not_found') throw new Unreadable(why);
}

/** A payment by the metadata that its charge carries: where the answer to the charge was lost, nothing else names it. */
export const named = async ({ db }: Money, metadata: Readonly<Record<string, string>>): Promise<PaymentRow | null> =>
  metadata['payment'] === undefined ? null : findPayment(db, metadata['payment']);

/**
 * Reads an intent, and brings its payment to the state that the gateway has it in.
 * @throws {Unreadable} while the gateway can't say
 */
export async function settleIntent(money: Money, id: string): Promise<void> {
  const read = await money.gateway.retrievePayment(id);
  if (!read.ok) return unlessGone(read.error.kind, describe(read.error));
  const payment = (await findPaymentByIntent(money.db, id)) ?? (await named(money, read.value.metadata));
  const outcome = outcomeOf(read.value);
  if (payment?.channel === 'checkout' && outcome.state !== 'succeeded') return readPage(money, payment);
  if (payment) await settle(money, payment, outcome);
}

/** What happens to the intent of a payment page matters as far as the page says so. */
async function readPage(money: Money, payment: PaymentRow): Promise<void> {
  if (payment.sessionId !== null && (await settleSession(money, payment, 'read')) === null)
    throw new Unreadable('the payment page can not be read');
}
