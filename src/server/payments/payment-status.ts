import type { Shape } from '#contract/types.ts';
import { isLive } from '#server/domain/state-steps.ts';
import { PlatformError } from '#server/platform-error.ts';
import type { PaymentRow } from '#server/store/payments.ts';
import { refusedPayment } from './card-testing.ts';
import { cancelPayment, chargePayment, refreshPayment } from './charge.ts';
import type { PaymentContext } from './context.ts';

/**
 * Safe to repeat.
 * @returns the status for the browser, with the client secret if the bank requires a challenge
 * @throws {PlatformError} 402 with the bank's reason if the card was refused
 */
export async function chargeAndDescribe(payments: PaymentContext, payment: PaymentRow, canceled: string): Promise<Shape<'TopUp'>> {
  return describe(
    payments,
    payment.state === 'sending' ? await chargePayment(payments, payment) : await current(payments, payment),
    canceled,
  );
}

async function describe(payments: PaymentContext, payment: PaymentRow, canceled: string): Promise<Shape<'TopUp'>> {
  switch (payment.state) {
    case 'succeeded':
    case 'processing':
      return { status: payment.state };
    case 'requires_action':
      return { status: 'requires_action', ...(payment.secret !== null && { payment_intent_secret: payment.secret }) };
    case 'requires_method':
      return refuse(payments, payment, canceled);
    case 'failed':
      throw await refusedPayment(payments.db, payment);
    default:
      throw new PlatformError('conflict', canceled);
  }
}

/** A card that is refused after the challenge gives the same result as an immediate refusal. */
async function refuse(payments: PaymentContext, payment: PaymentRow, canceled: string): Promise<Shape<'TopUp'>> {
  const ended = await cancelPayment(payments, payment, 'canceled');
  if (ended === null || ended.state === 'requires_method')
    throw new PlatformError('payment_outcome_unknown', 'The payment provider could not be reached. Check again in a moment.');
  if (ended.state !== 'canceled') return describe(payments, ended, canceled);
  throw await refusedPayment(payments.db, payment);
}

const current = async (payments: PaymentContext, payment: PaymentRow): Promise<PaymentRow> =>
  (isLive(payment.state) ? await refreshPayment(payments, payment) : null) ?? payment;
