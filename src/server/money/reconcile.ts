import { isLive } from '#server/domain/change-states.ts';
import type { PaymentRow } from '#server/store/payments.ts';
import { deleteOldKeys } from '#server/store/idempotency.ts';
import { inPages, type ReadPage } from '#server/store/in-pages.ts';
import { deleteOldLimits } from '#server/store/limits.ts';
import { addWork, deleteDoneWork } from '#server/store/outbox.ts';
import { staleSetups } from '#server/store/payment-methods.ts';
import { expiredPayments, processingPayments, unansweredPayments } from '#server/store/payments.ts';
import { deleteOldQuotes } from '#server/store/quotes.ts';
import { later, nowOf, realNow, type Money } from './context.ts';
import { fetchEvents } from './events.ts';
import { cancel, lookUp, refresh } from './pay.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Longer than a request can take: one without an answer by then has lost its process. */
const unansweredMs = 2 * minuteMs;
const mostAtOnce = 200;

/**
 * Settles everything whose end nobody has told: charges without an answer, payments that their payer left, events that
 * were never delivered. At start and every few minutes; safe to run anywhere at any time.
 * @param unansweredAfterMs how old a request without answer must be; 0 at the start of the only process
 */
export async function reconcile(money: Money, unansweredAfterMs = unansweredMs, pageSize = mostAtOnce): Promise<void> {
  const { db } = money;
  // Before anything else: what is sent while this runs is somebody's, who waits for it.
  const sentBefore = later(realNow(), -unansweredAfterMs);
  await fetchEvents(money);
  // What nobody knows comes first; banks take their time, and payers have had theirs.
  await settleAll(money, pageSize, (after, limit) => unansweredPayments(db, sentBefore, after, limit));
  await settleAll(money, pageSize, (after, limit) => processingPayments(db, after, limit));
  await giveUpExpired(money, pageSize);
  for (const { id, organizationId } of await staleSetups(db, later(nowOf(money), -dayMs), mostAtOnce)) {
    await addWork(db, { organizationId, kind: 'cancel_setup', subject: id });
  }
  money.wake();
}

/** Takes back what its payer has left until its end. @returns how many payments came to an end */
export function giveUpExpired(money: Money, pageSize = mostAtOnce): Promise<number> {
  const now = nowOf(money);
  return settleAll(money, pageSize, (after, limit) => expiredPayments(money.db, now, after, limit));
}

async function settleAll(money: Money, pageSize: number, read: ReadPage<PaymentRow>): Promise<number> {
  let ended = 0;
  for await (const payment of inPages(pageSize, read)) {
    const current = await settleOne(money, payment).catch((error: unknown) => {
      money.log.warn({ err: error, payment: payment.id }, 'a payment could not be settled');
      return null;
    });
    if (current && !isLive(current.state)) ended += 1;
  }
  return ended;
}

function settleOne(money: Money, payment: PaymentRow): Promise<PaymentRow | null> {
  const hasTime = payment.expiresAt > nowOf(money);
  // What the gateway has never seen is over: nobody is charged behind their back, and an invoice gets a new attempt.
  if (payment.state === 'sending' && payment.channel === 'intent') return lookUp(money, payment, 'expired');
  if (payment.state === 'processing' || hasTime) return refresh(money, payment, 'expired');
  return cancel(money, payment, 'expired');
}

/** Removes what nobody will ask for again. */
export async function forgetOld({ db, clock }: Money): Promise<void> {
  await deleteOldKeys(db, later(new Date(clock.nowMs()), -7 * dayMs), later(new Date(clock.nowMs()), -400 * dayMs));
  await deleteOldQuotes(db, later(new Date(clock.nowMs()), -dayMs));
  await deleteOldLimits(db, later(realNow(), -dayMs));
  await deleteDoneWork(db, later(realNow(), -7 * dayMs));
}
