import { stepFromDate } from '#lib/dates/calendar.ts';
import { isLive } from '#server/domain/state-steps.ts';
import type { PaymentRow } from '#server/store/payments.ts';
import { inPages, type ReadPage } from '#server/database/in-pages.ts';
import { addWork } from '#server/store/outbox.ts';
import { staleSetups } from '#server/store/payment-methods.ts';
import { expiredPayments, processingPayments, unansweredPayments } from '#server/store/payments.ts';
import { laterBy, nowOf, realNow, type PaymentContext } from './context.ts';
import { fetchEvents } from './events.ts';
import { cancelPayment, lookUp, refreshPayment } from './charge.ts';

const minuteMs = 60_000;
/** Age at which a charge without a response counts as abandoned by its process. It is longer than the longest request. */
const unansweredMs = 2 * minuteMs;
const mostAtOnce = 200;

/**
 * Settles unfinished payments. Runs at the start and every few minutes; concurrent runs are safe.
 * @param unansweredAfterMs the minimum age of an unanswered request; 0 at the start of the only process
 */
export async function reconcilePayments(payments: PaymentContext, unansweredAfterMs = unansweredMs, pageSize = mostAtOnce): Promise<void> {
  const { db } = payments;
  // Excludes charges sent during this run, because their callers still wait for the response.
  const sentBefore = laterBy(realNow(), -unansweredAfterMs);
  await fetchEvents(payments);
  // Unknown outcomes first. Expired payments, and payments that the bank is processing, are less urgent.
  await settleAll(payments, pageSize, (after, limit) => unansweredPayments(db, sentBefore, after, limit));
  await settleAll(payments, pageSize, (after, limit) => processingPayments(db, after, limit));
  await giveUpExpired(payments, pageSize);
  for (const { id, organizationId } of await staleSetups(db, stepFromDate(nowOf(payments), { days: -1 }), mostAtOnce)) {
    await addWork(db, { organizationId, kind: 'cancel_setup', subject: id });
  }
  payments.wake();
}

export function giveUpExpired(payments: PaymentContext, pageSize = mostAtOnce): Promise<number> {
  const now = nowOf(payments);
  return settleAll(payments, pageSize, (after, limit) => expiredPayments(payments.db, now, after, limit));
}

async function settleAll(payments: PaymentContext, pageSize: number, read: ReadPage<PaymentRow>): Promise<number> {
  let ended = 0;
  for await (const payment of inPages(pageSize, read)) {
    const current = await settleOne(payments, payment).catch((error: unknown) => {
      payments.log.warn({ err: error, payment: payment.id }, 'a payment could not be settled');
      return null;
    });
    if (current && !isLive(current.state)) ended += 1;
  }
  return ended;
}

function settleOne(payments: PaymentContext, payment: PaymentRow): Promise<PaymentRow | null> {
  const hasTime = payment.expiresAt > nowOf(payments);
  // If the gateway does not know a charge, the payment expires. The charge is not made late; the invoice gets a new attempt instead.
  if (payment.state === 'sending' && payment.channel === 'intent') return lookUp(payments, payment, 'expired');
  if (payment.state === 'processing' || hasTime) return refreshPayment(payments, payment, 'expired');
  return cancelPayment(payments, payment, 'expired');
}
