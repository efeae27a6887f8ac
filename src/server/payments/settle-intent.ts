import type { GatewayPayment } from '#server/gateway/gateway-objects.ts';
import { findCustomerByGatewayId } from '#server/store/customers.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { findPaymentByIntent, findPaymentByName, type PaymentRow } from '#server/store/payments.ts';
import type { PaymentContext } from './context.ts';
import { unlessGone, Unreadable } from './gateway-calls.ts';
import { holdUnknown } from './refund-unapplied.ts';
import { outcomeOf, outcomeOfSetup } from './outcome.ts';
import { settleSession } from './sessions.ts';
import { settlePayment } from './settle.ts';

/** A payment by the metadata that its charge carries: where the answer to the charge was lost, nothing else names it. */
export const paymentNamedIn = async ({ db }: PaymentContext, metadata: Readonly<Record<string, string>>): Promise<PaymentRow | null> =>
  metadata['payment'] === undefined ? null : findPaymentByName(db, metadata['payment']);

/**
 * Reads an intent, and brings its payment to the state that the gateway has it in.
 * @throws {Unreadable} while the gateway can't say
 */
export async function settleIntent(payments: PaymentContext, id: string): Promise<void> {
  const read = await payments.gateway.retrievePayment(id);
  if (!read.ok) return unlessGone(read.error);
  const payment = (await findPaymentByIntent(payments.db, id)) ?? (await paymentNamedIn(payments, read.value.metadata));
  if (!payment) return recordUnknownPayment(payments, read.value);
  const outcome = outcomeOf(read.value);
  if (payment.channel === 'checkout' && outcome.state !== 'succeeded') return readPage(payments, payment, read.value);
  await settlePayment(payments, payment, outcome);
}

/** The same for the card of a change that charges nothing. */
export async function settleSetup(payments: PaymentContext, payment: PaymentRow, id: string): Promise<void> {
  const read = await payments.gateway.retrieveSetup(id);
  if (!read.ok) return unlessGone(read.error);
  await settlePayment(payments, payment, outcomeOfSetup(read.value));
}

/** The state of a payment page's intent matters only as far as the page confirms it. */
async function readPage(payments: PaymentContext, payment: PaymentRow, begun: GatewayPayment): Promise<void> {
  if (payment.sessionId !== null && (await settleSession(payments, payment, 'read', begun)) === null)
    throw new Unreadable('payment_page_unreadable', "the payment page can't be read");
}

/**
 * A payment is stored before the gateway hears of it. One of ours that is missing was charged after the backup from which this
 * database was restored or copied. It waits for an operator: a refund here could undo what the other database knows. If its
 * customer is missing too, only the log reports it. Payments of other programs have other metadata.
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
  log.error({ event: 'payment_unknown', ...about }, 'a payment succeeded that this database does not know; an operator has to look');
