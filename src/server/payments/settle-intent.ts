import type { GatewayPayment } from '#server/gateway/gateway-objects.ts';
import { findCustomerByGatewayId } from '#server/store/customers.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { findPaymentByIntent, findPaymentByName, type PaymentRow } from '#server/store/payments.ts';
import type { PaymentContext } from './context.ts';
import { unlessGone, Unreadable } from './gateway-calls.ts';
import { holdUnknown } from '#server/payments/refunds/refund-unapplied.ts';
import { outcomeOf, outcomeOfSetup } from './outcome.ts';
import { settleSession } from './sessions.ts';
import { settlePayment } from './settle.ts';

/** Looks up the payment by the metadata of the charge. The response with the intent may have been lost. */
export const paymentNamedIn = async ({ db }: PaymentContext, metadata: Readonly<Record<string, string>>): Promise<PaymentRow | null> =>
  metadata['payment'] === undefined ? null : findPaymentByName(db, metadata['payment']);

/** @throws {Unreadable} if the gateway is unavailable */
export async function settleIntent(payments: PaymentContext, id: string): Promise<void> {
  const read = await payments.gateway.retrievePayment(id);
  if (!read.ok) return unlessGone(read.error);
  const payment = (await findPaymentByIntent(payments.db, id)) ?? (await paymentNamedIn(payments, read.value.metadata));
  if (!payment) return recordUnknownPayment(payments, read.value);
  const outcome = outcomeOf(read.value);
  if (payment.channel === 'checkout' && outcome.state !== 'succeeded') return readPage(payments, payment, read.value);
  await settlePayment(payments, payment, outcome);
}

export async function settleSetup(payments: PaymentContext, payment: PaymentRow, id: string): Promise<void> {
  const read = await payments.gateway.retrieveSetup(id);
  if (!read.ok) return unlessGone(read.error);
  await settlePayment(payments, payment, outcomeOfSetup(read.value));
}

async function readPage(payments: PaymentContext, payment: PaymentRow, begun: GatewayPayment): Promise<void> {
  if (payment.sessionId !== null && (await settleSession(payments, payment, 'read', begun)) === null)
    throw new Unreadable('payment_page_unreadable', "the payment page can't be read");
}

/**
 * Records a payment that a restored backup does not contain, and reports it to an operator. Ignores payments without the platform's
 * metadata, because other programs made them.
 */
async function recordUnknownPayment(
  payments: PaymentContext,
  { id, status, customerId, amountReceivedCents, metadata }: GatewayPayment,
): Promise<void> {
  if (status !== 'succeeded' || metadata['payment'] === undefined || metadata['subject'] === undefined || customerId === null) return;
  const organizationId = (await findCustomerByGatewayId(payments.db, customerId))?.organizationId;
  if (organizationId === undefined) return tellOperator(payments, { payment: metadata['payment'], intent: id, organization: null });
  const isNew = await payments.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    return holdUnknown(tx, payments, { organizationId, intentId: id, amountCents: amountReceivedCents, description: 'Unknown payment' });
  });
  if (isNew) tellOperator(payments, { payment: metadata['payment'], intent: id, organization: organizationId });
}

const tellOperator = ({ log }: PaymentContext, about: { payment: string; intent: string; organization: number | null }): void =>
  log.error({ event: 'payment_unknown', ...about }, 'a payment succeeded that this database does not have; an operator must check it');
