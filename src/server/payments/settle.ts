import { isLive } from '#server/domain/state-steps.ts';
import type { Database } from '#server/database/database.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { findOrganization } from '#server/store/organizations.ts';
import { addWork } from '#server/store/outbox.ts';
import type { SeenMethod } from '#server/store/payment-methods.ts';
import { lockPayment, movePayment, payerOf, type PaymentRow } from '#server/store/payments.ts';
import { countCardTry, needsCaptcha } from './card-testing.ts';
import { nowOf, type PaymentContext } from './context.ts';
import { effectOf, type PaymentEndState } from './effects.ts';
import { isBankDecline } from './declines.ts';
import { refundUnapplied } from '#server/payments/refunds/refund-unapplied.ts';
import { seenMethod, type Outcome } from './outcome.ts';
import { recordCards } from '#server/billing/invoices/record-cards.ts';

/**
 * Stores the outcome of a payment and applies its effect. Safe to call repeatedly and in any order.
 * @param ending whether a canceled payment ends its change as canceled or as expired
 */
export async function settlePayment(
  payments: PaymentContext,
  payment: PaymentRow,
  gatewayOutcome: Outcome,
  ending: PaymentEndState = 'canceled',
): Promise<PaymentRow> {
  const outcome = payment.offSession ? withoutPayer(gatewayOutcome) : gatewayOutcome;
  const startedMs = performance.now();
  const method = await keptMethod(payments, payment, outcome);
  let endsRestriction = false;
  const row = await payments.db.transaction(async (tx) => {
    endsRestriction = false;
    await lockOrganization(tx, payment.organizationId);
    const current = await lockPayment(tx, payment);
    if (!current) throw new Error(`Payment ${payment.id} is gone`);
    const isOther = current.intentId !== null && outcome.intentId !== null && current.intentId !== outcome.intentId;
    if (!isLive(current.state)) {
      if (outcome.state === 'succeeded' && (isOther || current.state !== 'succeeded')) {
        // A card setup has no money to refund, but the card is now attached.
        if (current.channel === 'setup') await queueCardSync(tx, current);
        else await returnLate(tx, payments, current, outcome);
      }
      return current;
    }
    if (isOther) {
      if (outcome.state !== 'succeeded') return current;
      await addWork(tx, { organizationId: current.organizationId, kind: 'cancel_intent', subject: current.intentId ?? '' });
    }
    const counted = await countDecline(tx, current, outcome);
    const moved = await movePayment(tx, current, { ...changeTo(counted.outcome), countedDecline: counted.declineId });
    if (outcome.state === 'succeeded') {
      refuseOtherAmount(current, outcome.amountCents);
      if (method) await recordCards(tx, current.organizationId, [method], nowOf(payments));
      else if (current.keepsMethod) await queueCardSync(tx, current);
    }
    // The payer could still confirm the intent of a failed payment with its secret.
    if (counted.outcome.state === 'failed' && counted.outcome.intentId !== null) {
      const kind = current.channel === 'setup' ? 'cancel_setup' : 'cancel_intent';
      await addWork(tx, { organizationId: current.organizationId, kind, subject: counted.outcome.intentId });
    }
    const wasRestricted = outcome.state === 'succeeded' && (await isRestricted(tx, moved));
    await effectOf(tx, payments, moved, ending);
    endsRestriction = wasRestricted && !(await isRestricted(tx, moved));
    return moved;
  });
  if (endsRestriction) payments.countEffect?.('paid_to_unrestricted', (performance.now() - startedMs) / 1000);
  payments.wake();
  return row;
}

const isRestricted = async (tx: Database, { organizationId }: PaymentRow): Promise<boolean> =>
  (await findOrganization(tx, organizationId)).restrictionStatus !== null;

const queueCardSync = (tx: Database, { organizationId }: PaymentRow): Promise<void> =>
  addWork(tx, { organizationId, kind: 'sync_methods', subject: String(organizationId) });

/** In an off-session payment, no member is present to act, so a required action is a failure. */
function withoutPayer(outcome: Outcome): Outcome {
  if (outcome.state !== 'requires_action' && outcome.state !== 'requires_method') return outcome;
  const { intentId, declineCode } = outcome;
  return { state: 'failed', intentId, declineCode, code: outcome.code ?? 'authentication_required' };
}

/** If the next card needs a captcha, fails the payment, so that the browser cannot try more cards without the platform. */
async function countDecline(
  tx: Database,
  current: PaymentRow,
  outcome: Outcome,
): Promise<{ readonly outcome: Outcome; readonly declineId: string | null }> {
  const before = { outcome, declineId: current.countedDecline };
  if (current.offSession || (outcome.state !== 'failed' && outcome.state !== 'requires_method')) return before;
  const { intentId, code, declineCode } = outcome;
  const declineId = outcome.state === 'failed' ? current.countedDecline : outcome.declineId;
  const isKnown = outcome.state === 'requires_method' && (declineId === null || declineId === current.countedDecline);
  if (isKnown || !isBankDecline(code, declineCode)) return before;
  const payer = { organizationId: current.organizationId, memberId: await payerOf(tx, current) };
  await countCardTry(tx, 'decline', payer);
  const isOver = outcome.state === 'requires_method' && (await needsCaptcha(tx, payer));
  return { outcome: isOver ? { state: 'failed', intentId, code, declineCode } : outcome, declineId };
}

function changeTo(outcome: Outcome) {
  const { state, intentId } = outcome;
  const known = intentId === null ? {} : { intentId };
  if (state === 'succeeded' || state === 'canceled') return { state, ...known };
  const failure = { failureCode: outcome.code, declineCode: outcome.declineCode };
  return state === 'failed' ? { state, ...known, ...failure } : { state, ...known, ...failure, secret: outcome.secret };
}

/** Reads the card before the lock is taken. Does not retry: after a failure, the outbox reads the card later. */
async function keptMethod({ gateway }: PaymentContext, payment: PaymentRow, outcome: Outcome): Promise<SeenMethod | null> {
  if (outcome.state !== 'succeeded' || outcome.methodId === null || !payment.keepsMethod) return null;
  const { methodId } = outcome;
  const read = await gateway.retrievePaymentMethod(methodId);
  return read.ok && read.value.customerId !== null ? seenMethod(read.value) : null;
}

function refuseOtherAmount(payment: PaymentRow, amountCents: number): void {
  if (amountCents !== payment.amountCents)
    throw new Error(`Payment ${payment.id} requested ${payment.amountCents} cents and the gateway received ${amountCents}`);
}

async function returnLate(
  tx: Database,
  payments: PaymentContext,
  { id, organizationId }: PaymentRow,
  { intentId, amountCents }: Outcome & { state: 'succeeded' },
): Promise<void> {
  if (!(await refundUnapplied(tx, payments, { organizationId, intentId, amountCents, description: 'Payment without effect' }))) return;
  payments.log.warn(
    { event: 'payment_without_effect', payment: id, organization: organizationId },
    'a payment succeeded after it was abandoned, and is refunded',
  );
}
