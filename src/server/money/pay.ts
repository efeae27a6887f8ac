import { isLive } from '#server/domain/change-states.ts';
import { PlatformError, type FailureCode } from '#server/http/platform-error.ts';
import { declineMessage } from '#server/payments/decline-messages.ts';
import type { GatewayPayment } from '#server/payments/gateway-objects.ts';
import type { GatewayError } from '#server/payments/gateway-result.ts';
import { subjectOf, type PaymentRow } from '#server/store/payments.ts';
import type { Money } from './context.ts';
import { gatewayCustomer } from './customer.ts';
import type { Ending } from './effects.ts';
import { ask, describe, isServerFailure, unavailable } from './gateway-calls.ts';
import { outcomeOf, outcomeOfCharge, outcomeOfClosedPage } from './outcome.ts';
import { openSession, settleSession } from './sessions.ts';
import { isForgotten } from './key-life.ts';
import { settle } from './settle.ts';

const currency = 'usd';

/** Metadata by which a payment is found again, whatever was lost on the way. */
const metadataOf = (payment: PaymentRow) => ({ payment: payment.id, subject: subjectOf(payment) });

const description = ({ changeId, topUpId }: PaymentRow): string => {
  if (changeId !== null) return 'Plan change';
  return topUpId === null ? 'Invoice' : 'Credit top-up';
};

/**
 * Charges a payment that is written down and not answered yet; any other is returned as it is. Asking again is safe: the
 * key of the attempt makes the gateway give its first answer.
 * @throws {PlatformError} `payment_outcome_unknown` when the gateway gave no usable answer
 */
export async function charge(money: Money, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.state !== 'sending' || payment.methodId === null) return payment;
  if (isForgotten(money, payment)) {
    const found = await lookUp(money, payment, 'canceled');
    if (found === null) throw stillUnknown();
    return found;
  }
  const customerId = await gatewayCustomer(money, payment.organizationId);
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
  const result = await ask(
    () => money.gateway.createPayment(input, payment.key),
    () => !isForgotten(money, payment),
  );
  const outcome = outcomeOfCharge(result);
  if (outcome !== null) return settle(money, payment, outcome);
  if (result.ok) throw new Error(`The charge of ${payment.id} has no outcome`);
  // A gateway may repeat its own failure under the key although the charge was made.
  const made = isServerFailure(result.error) ? await findCharge(money, payment) : null;
  if (made !== null && made !== 'nowhere') return settle(money, payment, outcomeOf(made));
  throw unknownOutcome(money, payment, result.error);
}

function unknownOutcome({ log }: Money, { id }: PaymentRow, error: GatewayError): PlatformError {
  log.warn({ event: 'payment_outcome_unknown', payment: id, reason: describe(error) }, 'the gateway gave no usable answer to a charge');
  if (error.kind === 'rate_limited') return unavailable(error);
  return stillUnknown();
}

const stillUnknown = (): PlatformError =>
  new PlatformError(
    'payment_outcome_unknown',
    'The payment provider did not answer. Check again in a moment: you will not be charged twice.',
  );

/**
 * Finds out what became of a charge whose answer is not stored, without asking for it again. One that the gateway has
 * never seen is over.
 * @returns null while the gateway can't say
 */
export async function lookUp(money: Money, payment: PaymentRow, ending: Ending): Promise<PaymentRow | null> {
  const found = await findCharge(money, payment);
  if (found === null) return null;
  return settle(money, payment, found === 'nowhere' ? { state: 'canceled', intentId: null } : outcomeOf(found), ending);
}

/** Lists first: it knows every payment at once, where a search may lag. */
async function findCharge(money: Money, payment: PaymentRow): Promise<GatewayPayment | 'nowhere' | null> {
  const { gateway } = money;
  const customerId = await gatewayCustomer(money, payment.organizationId);
  const createdFromSeconds = Math.floor(payment.createdAt.getTime() / 1000) - 3600;
  for (let after: string | undefined; ;) {
    const page = await ask(() => gateway.listPayments({ customerId, createdFromSeconds, ...(after === undefined ? {} : { after }) }));
    if (!page.ok) return null;
    const match = page.value.items.find(({ metadata }) => metadata['payment'] === payment.id);
    if (match) return match;
    after = page.value.items.at(-1)?.id;
    if (!page.value.hasMore || after === undefined) break;
  }
  const searched = await ask(() => gateway.searchPayments({ payment: payment.id }));
  if (!searched.ok) return null;
  return searched.value[0] ?? 'nowhere';
}

/** The same for a payment page whose address is not stored: it is asked for again, or, when forgotten, it has expired. */
async function lookUpSession(money: Money, payment: PaymentRow): Promise<PaymentRow | null> {
  if (!isForgotten(money, payment)) return openSession(money, payment).catch(() => null);
  const searched = await ask(() => money.gateway.searchPayments({ payment: payment.id }));
  if (!searched.ok) return null;
  const [found] = searched.value;
  return settle(money, payment, found ? outcomeOfClosedPage(found) : { state: 'canceled', intentId: null });
}

/** Reads a payment's state at the gateway and acts on it. @returns null while the gateway can't say */
export async function refresh(money: Money, payment: PaymentRow, ending: Ending = 'canceled'): Promise<PaymentRow | null> {
  const { intentId, sessionId } = payment;
  if (payment.channel === 'checkout') return sessionId === null ? lookUpSession(money, payment) : settleSession(money, payment, 'read');
  if (intentId !== null) {
    const read = await ask(() => money.gateway.retrievePayment(intentId));
    return read.ok ? settle(money, payment, outcomeOf(read.value), ending) : null;
  }
  return lookUp(money, payment, ending);
}

/**
 * Takes a payment back before it succeeds. If it has succeeded meanwhile, its effect stands.
 * @returns null while the gateway can't say
 */
export async function cancel(money: Money, payment: PaymentRow, ending: Ending): Promise<PaymentRow | null> {
  const { intentId } = payment;
  if (payment.channel === 'checkout')
    return payment.sessionId === null ? lookUpSession(money, payment) : settleSession(money, payment, 'expire');
  if (intentId === null) return lookUp(money, payment, ending);
  const result = await ask(() => money.gateway.cancelPayment(intentId));
  if (result.ok) return settle(money, payment, outcomeOf(result.value), ending);
  if (result.error.kind === 'unexpected_state' || result.error.kind === 'conflict') return refresh(money, payment, ending);
  if (!isServerFailure(result.error)) return null;
  // A gateway may fail although the payment is canceled.
  const seen = await refresh(money, payment, ending);
  return seen && !isLive(seen.state) ? seen : null;
}

const declineCodes: Readonly<Record<string, FailureCode>> = {
  card_declined: 'card_declined',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  incorrect_number: 'incorrect_number',
  invalid_number: 'incorrect_number',
  processing_error: 'processing_error',
  authentication_required: 'authentication_required',
};

/** Told as they are; every other reason of a bank is a plain decline. */
const tellable: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'card_velocity_exceeded',
  'withdrawal_count_limit_exceeded',
  'card_not_supported',
  'currency_not_supported',
  'issuer_not_available',
  'try_again_later',
  'processing_error',
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'incorrect_zip',
]);

/** The answer to a member whose card was refused. */
export function declined(code: string | null, declineCode: string | null): PlatformError {
  const told = declineCode === null ? null : tellable.has(declineCode) ? declineCode : 'generic_decline';
  return new PlatformError(declineCodes[code ?? ''] ?? 'payment_failed', declineMessage(code, told), {
    body: told === null ? {} : { decline_code: told },
  });
}
