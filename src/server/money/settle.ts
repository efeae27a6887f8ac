import { isLive } from '#server/domain/change-states.ts';
import type { Database } from '#server/store/database.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { addWork } from '#server/store/outbox.ts';
import { noteMethods, type SeenMethod } from '#server/store/payment-methods.ts';
import { lockPayment, movePayment, type PaymentRow } from '#server/store/payments.ts';
import type { Money } from './context.ts';
import { effectOf, type Ending } from './effects.ts';
import { ask } from './gateway-calls.ts';
import { giveBack } from './give-back.ts';
import { seenMethod } from './methods.ts';
import type { Outcome } from './outcome.ts';

/**
 * Brings a payment to the state that the gateway has it in, with all that follows from it: the one way to every effect,
 * shared by requests, confirmations, events and reconciliation. Any of them may come first, and all may come again.
 * @param ending what becomes of the subject when the payment turns out canceled
 */
export async function settle(money: Money, payment: PaymentRow, seen: Outcome, ending: Ending = 'canceled'): Promise<PaymentRow> {
  const outcome = payment.offSession ? withoutPayer(seen) : seen;
  const method = await keptMethod(money, payment, outcome);
  const row = await money.db.transaction(async (tx) => {
    await lockOrganization(tx, payment.organizationId);
    const current = await lockPayment(tx, payment.id);
    if (!current) throw new Error(`Payment ${payment.id} is gone`);
    const isOther = current.intentId !== null && outcome.intentId !== null && current.intentId !== outcome.intentId;
    if (!isLive(current.state)) {
      if (outcome.state === 'succeeded' && (isOther || current.state !== 'succeeded')) await returnLate(tx, money, current, outcome);
      return current;
    }
    if (isOther) {
      if (outcome.state !== 'succeeded') return current;
      await addWork(tx, { organizationId: current.organizationId, kind: 'cancel_intent', subject: current.intentId ?? '' });
    }
    const moved = await movePayment(tx, current, changeTo(outcome));
    if (outcome.state === 'succeeded') {
      refuseOtherAmount(current, outcome.amountCents);
      if (method) await noteMethods(tx, current.organizationId, [method]);
      else if (current.keepsMethod)
        await addWork(tx, { organizationId: current.organizationId, kind: 'sync_methods', subject: String(current.organizationId) });
    }
    // A refused or given-up intent could still be confirmed by whoever has its secret.
    if (outcome.state === 'failed' && outcome.intentId !== null) {
      await addWork(tx, { organizationId: current.organizationId, kind: 'cancel_intent', subject: outcome.intentId });
    }
    await effectOf(tx, money, moved, ending);
    return moved;
  });
  money.wake();
  return row;
}

/** Nobody is there who could pass a challenge or give another card: such a payment has failed. */
function withoutPayer(outcome: Outcome): Outcome {
  if (outcome.state !== 'requires_action' && outcome.state !== 'requires_method') return outcome;
  const { intentId, declineCode } = outcome;
  return { state: 'failed', intentId, declineCode, code: outcome.code ?? 'authentication_required' };
}

function changeTo(outcome: Outcome) {
  const { state, intentId } = outcome;
  const known = intentId === null ? {} : { intentId };
  if (state === 'succeeded' || state === 'canceled') return { state, ...known };
  const failure = { failureCode: outcome.code, declineCode: outcome.declineCode };
  return state === 'failed' ? { state, ...known, ...failure } : { state, ...known, ...failure, secret: outcome.secret };
}

/** The card that a payment brings with it, read before any lock is taken. */
async function keptMethod({ gateway }: Money, payment: PaymentRow, outcome: Outcome): Promise<SeenMethod | null> {
  if (outcome.state !== 'succeeded' || outcome.methodId === null || !payment.keepsMethod) return null;
  const { methodId } = outcome;
  const read = await ask(() => gateway.retrievePaymentMethod(methodId));
  return read.ok && read.value.customerId !== null ? seenMethod(read.value) : null;
}

function refuseOtherAmount(payment: PaymentRow, amountCents: number): void {
  if (amountCents !== payment.amountCents)
    throw new Error(`Payment ${payment.id} asked for ${payment.amountCents} cents and the gateway received ${amountCents}`);
}

/** Money came in although the payment was over: it has no effect and goes back. */
async function returnLate(
  tx: Database,
  money: Money,
  { id, organizationId }: PaymentRow,
  { intentId, amountCents }: Outcome & { state: 'succeeded' },
): Promise<void> {
  if (!(await giveBack(tx, money, { organizationId, intentId, amountCents, description: 'Payment without effect' }))) return;
  money.log.warn(
    { event: 'payment_without_effect', payment: id, organization: organizationId },
    'a payment succeeded after it was given up, and is refunded',
  );
}
