import type { GatewayPayment } from '#server/payments/gateway-objects.ts';
import { findCustomerByGatewayId } from '#server/store/customers.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { findPayment, findPaymentByIntent, type PaymentRow } from '#server/store/payments.ts';
import type { Money } from './context.ts';
import { describe } from './gateway-calls.ts';
import { giveBack } from './give-back.ts';
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
  if (!payment) return returnUnknown(money, read.value);
  const outcome = outcomeOf(read.value);
  if (payment.channel === 'checkout' && outcome.state !== 'succeeded') return readPage(money, payment, read.value);
  await settle(money, payment, outcome);
}

/** What happens to the intent of a payment page matters as far as the page says so. */
async function readPage(money: Money, payment: PaymentRow, begun: GatewayPayment): Promise<void> {
  if (payment.sessionId !== null && (await settleSession(money, payment, 'read', begun)) === null)
    throw new Unreadable('the payment page can not be read');
}

/**
 * A payment is written down before the gateway hears of it. One of ours that is not there was charged after the backup from
 * which the database was restored: nobody knows any more what it was for, so it goes back. Other programs may share the
 * gateway's account; their customers are not here.
 */
async function returnUnknown(money: Money, { id, status, customerId, amountReceivedCents, metadata }: GatewayPayment): Promise<void> {
  if (status !== 'succeeded' || metadata['payment'] === undefined || customerId === null) return;
  const organizationId = (await findCustomerByGatewayId(money.db, customerId))?.organizationId;
  if (organizationId === undefined) return;
  const isNew = await money.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    return giveBack(tx, money, { organizationId, intentId: id, amountCents: amountReceivedCents, description: 'Unknown payment' });
  });
  if (!isNew) return;
  money.log.warn(
    { event: 'payment_unknown', payment: metadata['payment'], intent: id, organization: organizationId },
    'a payment succeeded that this database has never heard of, and is refunded',
  );
  money.wake();
}
