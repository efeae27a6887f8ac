import { isLive } from '#server/domain/state-steps.ts';
import { PlatformError } from '#server/platform-error.ts';
import type { GatewayPayment } from '#server/gateway/gateway-objects.ts';
import type { GatewayError, GatewayResult } from '#server/gateway/gateway-result.ts';
import { subjectOf, type PaymentRow } from '#server/store/payments.ts';
import type { PaymentContext } from './context.ts';
import { gatewayCustomer } from './customer.ts';
import type { PaymentEndState } from './effects.ts';
import { askGateway, describeError, isServerFailure, gatewayUnavailable, isForgotten } from './gateway-calls.ts';
import { outcomeOf, outcomeOfCharge, outcomeOfClosedPage, outcomeOfSetup, type Outcome } from './outcome.ts';
import { openSession, settleSession } from './sessions.ts';
import { settlePayment } from './settle.ts';

const currency = 'usd';

/** Identifies the payment at the gateway if the gateway's ID was not stored here. */
const metadataOf = (payment: PaymentRow) => ({ payment: payment.id, subject: subjectOf(payment) });

const description = ({ changeId, topUpId }: PaymentRow): string => {
  if (changeId !== null) return 'Plan change';
  return topUpId === null ? 'Invoice' : 'Credit top-up';
};

/**
 * Charges only payments in state `sending`. Safe to repeat: the idempotency key returns the first response.
 * @throws {PlatformError} `payment_outcome_unknown` if the gateway gave no usable response
 */
export async function chargePayment(payments: PaymentContext, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.state !== 'sending' || payment.methodId === null) return payment;
  if (isForgotten(payments, payment)) {
    const found = await lookUp(payments, payment, 'canceled');
    if (found === null) throw stillUnknown();
    return found;
  }
  const customerId = await gatewayCustomer(payments, payment.organizationId);
  const input = {
    amountCents: payment.amountCents,
    currency,
    customerId,
    paymentMethodId: payment.methodId,
    description: description(payment),
    metadata: metadataOf(payment),
    offSession: payment.offSession,
    saveForOffSession: payment.keepsMethod,
  };
  const result = await askGateway(
    () => payments.gateway.createPayment(input, payment.key),
    () => !isForgotten(payments, payment),
  );
  const outcome = outcomeOfCharge(result);
  if (outcome !== null) return settlePayment(payments, payment, outcome);
  if (result.ok) throw new Error(`The charge of ${payment.id} has no outcome`);
  const foundCharge = isServerFailure(result.error) ? await findCharge(payments, payment) : null;
  if (foundCharge !== null && foundCharge !== 'nowhere') return settlePayment(payments, payment, outcomeOf(foundCharge));
  throw unknownOutcome(payments, payment, result.error);
}

function unknownOutcome({ log }: PaymentContext, { id }: PaymentRow, error: GatewayError): PlatformError {
  log.warn(
    { event: 'payment_outcome_unknown', payment: id, reason: describeError(error) },
    'the gateway gave no usable answer to a charge',
  );
  if (error.kind === 'rate_limited' || error.kind === 'paused') return gatewayUnavailable(error);
  return stillUnknown();
}

const stillUnknown = (): PlatformError =>
  new PlatformError(
    'payment_outcome_unknown',
    'The payment provider did not answer. Check again in a moment: you will not be charged twice.',
  );

/**
 * Never charges. Records the payment as canceled if the gateway does not know the charge.
 * @returns null if the gateway is unavailable
 */
export async function lookUp(payments: PaymentContext, payment: PaymentRow, ending: PaymentEndState): Promise<PaymentRow | null> {
  const found = await findCharge(payments, payment);
  if (found === null) return null;
  return settlePayment(payments, payment, found === 'nowhere' ? { state: 'canceled', intentId: null } : outcomeOf(found), ending);
}

/** Lists charges before searching: the list is immediately consistent, but the search index may lag. */
async function findCharge(payments: PaymentContext, payment: PaymentRow): Promise<GatewayPayment | 'nowhere' | null> {
  const { gateway } = payments;
  const customerId = await gatewayCustomer(payments, payment.organizationId);
  const createdFromSeconds = Math.floor(payment.createdAt.getTime() / 1000) - 3600;
  for (let after: string | undefined; ;) {
    const page = await askGateway(() =>
      gateway.listPayments({ customerId, createdFromSeconds, ...(after === undefined ? {} : { after }) }),
    );
    if (!page.ok) return null;
    const match = page.value.items.find(({ metadata }) => metadata['payment'] === payment.id);
    if (match) return match;
    after = page.value.items.at(-1)?.id;
    if (!page.value.hasMore || after === undefined) break;
  }
  const searched = await askGateway(() => gateway.searchPayments({ payment: payment.id }));
  if (!searched.ok) return null;
  return searched.value[0] ?? 'nowhere';
}

/** Finds a payment page whose URL was lost: repeats the request, or searches for the payment of the page if the key has expired. */
async function lookUpSession(payments: PaymentContext, payment: PaymentRow): Promise<PaymentRow | null> {
  if (!isForgotten(payments, payment)) return openSession(payments, payment).catch(() => null);
  const searched = await askGateway(() => payments.gateway.searchPayments({ payment: payment.id }));
  if (!searched.ok) return null;
  const [found] = searched.value;
  return settlePayment(payments, payment, found ? outcomeOfClosedPage(found) : { state: 'canceled', intentId: null });
}

export async function readIntent({ gateway }: PaymentContext, { channel }: PaymentRow, id: string): Promise<GatewayResult<Outcome>> {
  if (channel === 'setup') {
    const setup = await gateway.retrieveSetup(id);
    return setup.ok ? { ok: true, value: outcomeOfSetup(setup.value) } : setup;
  }
  const payment = await gateway.retrievePayment(id);
  return payment.ok ? { ok: true, value: outcomeOf(payment.value) } : payment;
}

async function cancelIntent({ gateway }: PaymentContext, { channel }: PaymentRow, id: string): Promise<GatewayResult<Outcome>> {
  if (channel === 'setup') {
    const setup = await gateway.cancelSetup(id);
    return setup.ok ? { ok: true, value: outcomeOfSetup(setup.value) } : setup;
  }
  const payment = await gateway.cancelPayment(id);
  return payment.ok ? { ok: true, value: outcomeOf(payment.value) } : payment;
}

/**
 * Reads the state at the gateway and settles the payment.
 * @returns null if the gateway is unavailable
 */
export async function refreshPayment(
  payments: PaymentContext,
  payment: PaymentRow,
  ending: PaymentEndState = 'canceled',
): Promise<PaymentRow | null> {
  const { intentId, sessionId } = payment;
  if (payment.channel === 'checkout')
    return sessionId === null ? lookUpSession(payments, payment) : settleSession(payments, payment, 'read');
  if (intentId !== null) {
    const read = await askGateway(() => readIntent(payments, payment, intentId));
    return read.ok ? settlePayment(payments, payment, read.value, ending) : null;
  }
  return lookUp(payments, payment, ending);
}

/**
 * A payment that has already succeeded is settled as paid.
 * @returns null if the gateway is unavailable
 */
export async function cancelPayment(payments: PaymentContext, payment: PaymentRow, ending: PaymentEndState): Promise<PaymentRow | null> {
  const { intentId } = payment;
  if (payment.channel === 'checkout')
    return payment.sessionId === null ? lookUpSession(payments, payment) : settleSession(payments, payment, 'expire');
  if (intentId === null) return lookUp(payments, payment, ending);
  const result = await askGateway(() => cancelIntent(payments, payment, intentId));
  if (result.ok) return settlePayment(payments, payment, result.value, ending);
  if (result.error.kind === 'unexpected_state' || result.error.kind === 'conflict') return refreshPayment(payments, payment, ending);
  if (!isServerFailure(result.error)) return null;
  const refreshed = await refreshPayment(payments, payment, ending);
  return refreshed && !isLive(refreshed.state) ? refreshed : null;
}
