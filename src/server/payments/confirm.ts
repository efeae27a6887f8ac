import type { Tier } from '#contract/types.ts';
import { awaitsPayment, isAgreed, isLive } from '#server/domain/state-steps.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { secondsOf } from '#server/database/database.ts';
import { billedSubscription } from '#server/store/billing-periods.ts';
import { findChange, openChange, scheduledChange, moveChange } from '#server/store/changes.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { findPaymentByIntent, livePayment, type PaymentRow } from '#server/store/payments.ts';
import { schedulePlan } from '#server/store/subscriptions.ts';
import { runIdempotent, type IdempotentRequest, type IdempotentAnswer } from './idempotent-request.ts';
import { refusedPayment } from './card-testing.ts';
import { nowOf, type PaymentContext, type Requester } from './context.ts';
import { refuseWhilePaused } from './gateway-calls.ts';
import { mayLook } from './guards.ts';
import { settlePayment } from './settle.ts';
import { cycleIsClosing } from './quotes.ts';
import { cancelPayment, readIntent, refreshPayment } from './charge.ts';
import { notApplied } from './declines.ts';

const pendingStatus = 202;

/** Applies a change that the browser reports as paid, if the gateway confirms it. A webhook may have applied it before. */
export function confirmChange(payments: PaymentContext, request: IdempotentRequest, intentId: string): Promise<IdempotentAnswer> {
  return runIdempotent(payments, request, {
    begin: async (recordSubject) => {
      const payment = await findPaymentByIntent(payments.db, intentId);
      if (payment?.organizationId !== request.organizationId || payment.changeId === null) throw notFound('Payment');
      await recordSubject(payments.db, payment.id);
      return intentId;
    },
    finish: () => finish(payments, intentId),
    isPending: ({ status }) => status === pendingStatus,
  });
}

async function finish(payments: PaymentContext, intentId: string): Promise<IdempotentAnswer> {
  const known = await findPaymentByIntent(payments.db, intentId);
  if (!known) throw notFound('Payment');
  const payment = isLive(known.state) ? await refreshPayment(payments, known) : known;
  if (payment === null)
    return {
      status: pendingStatus,
      data: { message: 'The payment provider could not be reached. Your payment is still being confirmed.' },
    };
  return answerOf(payments, payment);
}

async function answerOf({ db }: PaymentContext, payment: PaymentRow): Promise<IdempotentAnswer> {
  const { organizationId, state, changeId } = payment;
  switch (state) {
    case 'succeeded': {
      const change = await findChange(db, { organizationId, id: changeId ?? '' });
      if (change && isAgreed(change.state)) return { status: 200, data: {} };
      if (change?.failureReason) throw notApplied(change.failureReason, payment.amountCents > 0);
      throw new Error(`Change ${changeId} is paid and ${change?.state}`);
    }
    case 'failed':
    case 'requires_method':
      throw await refusedPayment(db, payment);
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
 * Also succeeds if no change is pending, because the request may be a retry.
 * @throws {PlatformError} 409 if the change was paid
 */
export function cancelPendingChange(payments: PaymentContext, request: IdempotentRequest): Promise<IdempotentAnswer> {
  return runIdempotent(payments, request, {
    begin: async (recordSubject) => {
      const subject = (await openChange(payments.db, request.organizationId))?.id ?? 'none';
      await recordSubject(payments.db, subject);
      return subject;
    },
    finish: (subject) =>
      subject === 'none' ? cancelScheduled(payments, request.organizationId) : cancelOpen(payments, request.organizationId, subject),
  });
}

async function cancelOpen(payments: PaymentContext, organizationId: number, changeId: string): Promise<IdempotentAnswer> {
  const payment = await livePayment(payments.db, { organizationId, changeId });
  if (payment && (await cancelPayment(payments, payment, 'canceled')) === null) {
    refuseWhilePaused(payments);
    throw new PlatformError('payment_outcome_unknown', 'The payment provider could not be reached. Check again in a moment.');
  }
  const change = await findChange(payments.db, { organizationId, id: changeId });
  if (change && isAgreed(change.state))
    throw new PlatformError('conflict', 'The payment had gone through already: the change is in effect');
  if (change && awaitsPayment(change.state))
    throw new PlatformError('conflict', 'The payment is being processed and can no longer be canceled');
  return { status: 204 };
}

async function cancelScheduled(payments: PaymentContext, organizationId: number): Promise<IdempotentAnswer> {
  await payments.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    // After the end of the cycle, the scheduled change is in effect, even if the cycle is not closed yet.
    if (secondsOf((await billedSubscription(tx, organizationId)).currentPeriodEnd) <= payments.clock.nowSeconds()) throw cycleIsClosing();
    const change = await scheduledChange(tx, organizationId);
    if (change) await moveChange(tx, change, 'canceled', nowOf(payments));
    await schedulePlan(tx, organizationId, null);
  });
  return { status: 204 };
}

export interface PendingPayment {
  readonly secret: string | null;
  readonly tier: Tier;
  readonly amountCents: number;
  /** The bank is processing the payment. It can be neither continued nor canceled. */
  readonly isProcessing: boolean;
}

/** Returns the pending payment of a plan change with its state at the gateway, or its stored state if the gateway is unavailable. */
export async function pendingPayment(payments: PaymentContext, by: Requester): Promise<PendingPayment | null> {
  const { organizationId } = by;
  const change = await openChange(payments.db, organizationId);
  if (!change) return null;
  const payment = await livePayment(payments.db, { organizationId, changeId: change.id });
  if (!payment || payment.intentId === null) return null;
  const current = await lookOnce(payments, by, payment, payment.intentId).catch((error: unknown) => {
    payments.log.warn({ err: error, organization: organizationId }, 'the pending payment could not be read');
    return null;
  });
  const { secret, state, amountCents } = current ?? payment;
  return { secret, tier: change.tier, amountCents, isProcessing: state === 'processing' };
}

/** Makes a single call, so that reads add no retries to a busy gateway. */
async function lookOnce(payments: PaymentContext, by: Requester, payment: PaymentRow, intentId: string): Promise<PaymentRow | null> {
  if (!(await mayLook(payments, by))) return null;
  const read = await readIntent(payments, payment, intentId);
  return read.ok ? settlePayment(payments, payment, read.value) : null;
}
