import { isLive } from '#server/domain/change-states.ts';
import { notFound, PlatformError } from '#server/http/platform-error.ts';
import { findChange, openChange, scheduledChange, moveChange } from '#server/store/changes.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { findPaymentByIntent, livePayment, type PaymentRow } from '#server/store/payments.ts';
import { schedulePlan } from '#server/store/subscriptions.ts';
import { runAttempt, type Asked, type Given } from './attempt.ts';
import { nowOf, type Money } from './context.ts';
import { cancel, declined, refresh } from './pay.ts';

const pendingStatus = 202;

/**
 * Puts a change into effect whose payment the browser says has succeeded: believed only when the gateway says so. An
 * event may have been faster; then this finds it done.
 */
export function confirmChange(money: Money, asked: Asked, intentId: string): Promise<Given> {
  return runAttempt(money, asked, {
    begin: async (note) => {
      const payment = await findPaymentByIntent(money.db, intentId);
      if (payment?.organizationId !== asked.organizationId || payment.changeId === null) throw notFound('Payment');
      await note(money.db, payment.id);
      return intentId;
    },
    finish: () => finish(money, intentId),
    isPending: ({ status }) => status === pendingStatus,
  });
}

async function finish(money: Money, intentId: string): Promise<Given> {
  const known = await findPaymentByIntent(money.db, intentId);
  if (!known) throw notFound('Payment');
  const payment = isLive(known.state) ? await refresh(money, known) : known;
  if (payment === null)
    return {
      status: pendingStatus,
      data: { message: 'The payment provider could not be reached. Your payment is still being confirmed.' },
    };
  return answerOf(money, payment);
}

async function answerOf({ db }: Money, { state, changeId, failureCode, declineCode }: PaymentRow): Promise<Given> {
  switch (state) {
    case 'succeeded': {
      const change = await findChange(db, changeId ?? '');
      if (change?.state === 'applied' || change?.state === 'scheduled') return { status: 200, data: {} };
      throw new Error(`Change ${changeId} is paid and ${change?.state}`);
    }
    case 'failed':
    case 'requires_method':
      throw declined(failureCode, declineCode);
    case 'canceled':
      throw new PlatformError('conflict', 'This payment was canceled');
    default:
      return {
        status: pendingStatus,
        data: { message: 'Your payment is still being processed. The change takes effect when it is done.' },
      };
  }
}

/**
 * Takes back the open change with its payment, or the scheduled one. Nothing to take back is no failure: the request may
 * be a retry.
 * @throws {PlatformError} 409 when the payment went through, so that the change is in effect
 */
export function cancelPendingChange(money: Money, asked: Asked): Promise<Given> {
  return runAttempt(money, asked, {
    begin: async (note) => {
      const subject = (await openChange(money.db, asked.organizationId))?.id ?? 'none';
      await note(money.db, subject);
      return subject;
    },
    finish: (subject) => (subject === 'none' ? takeBackScheduled(money, asked.organizationId) : takeBackOpen(money, subject)),
  });
}

async function takeBackOpen(money: Money, changeId: string): Promise<Given> {
  const payment = await livePayment(money.db, { changeId });
  if (payment && (await cancel(money, payment, 'canceled')) === null) {
    throw new PlatformError('payment_outcome_unknown', 'The payment provider could not be reached. Check again in a moment.');
  }
  const change = await findChange(money.db, changeId);
  if (change?.state === 'applied' || change?.state === 'scheduled')
    throw new PlatformError('conflict', 'The payment had gone through already: the change is in effect');
  if (change?.state === 'open') throw new PlatformError('conflict', 'The payment is being processed and can no longer be canceled');
  return { status: 204 };
}

async function takeBackScheduled(money: Money, organizationId: number): Promise<Given> {
  await money.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const change = await scheduledChange(tx, organizationId);
    if (change) await moveChange(tx, change.id, 'canceled', nowOf(money));
    await schedulePlan(tx, organizationId, null);
  });
  return { status: 204 };
}
