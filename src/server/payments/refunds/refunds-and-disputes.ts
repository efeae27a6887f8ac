import { canMove, refundSteps, type RefundState } from '#server/domain/state-steps.ts';
import { splitRefund } from '#server/domain/refund-split.ts';
import type { GatewayDispute, GatewayRefund } from '#server/gateway/gateway-objects.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { holdNewCredit } from '#server/store/disputes/dispute-holds.ts';
import { isPosted, movedEntries, organizationOfEffect, postOnce, type LedgerEntry } from '#server/store/ledger.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { addDeadWork, settleDeadWork } from '#server/store/outbox.ts';
import { findPaymentByIntent, type PaymentRow } from '#server/store/payments.ts';
import { findRefund, moveRefund, refundablePayment, sourceOfPayment, type RefundRow } from '#server/store/refunds.ts';
import { nowOf, realNow, type PaymentContext } from '#server/payments/context.ts';
import { settleDispute } from './disputes.ts';
import { writeRefund } from './refund-payment.ts';
import { settleIntent } from '#server/payments/settle-intent.ts';
import { writeNotice } from '#server/store/notices/write-notice-once.ts';

const isGone = ({ status }: GatewayRefund): boolean => status === 'pending' || status === 'requires_action' || status === 'succeeded';

type Booked = { readonly kind: 'applied'; readonly payment: PaymentRow } | { readonly kind: 'unapplied'; readonly organizationId: number };

async function findBooked(db: Database, intentId: string): Promise<Booked | null> {
  const unappliedOf = await organizationOfEffect(db, `payment:${intentId}:unapplied`);
  if (unappliedOf !== null) return { kind: 'unapplied', organizationId: unappliedOf };
  const payment = await findPaymentByIntent(db, intentId);
  return payment?.state === 'succeeded' ? { kind: 'applied', payment } : null;
}

/** Settles the payment first if needed, because only granted credit can be deducted. */
async function bookedOf(payments: PaymentContext, intentId: string): Promise<Booked | null> {
  const booked = await findBooked(payments.db, intentId);
  if (booked) return booked;
  await settleIntent(payments, intentId);
  return findBooked(payments.db, intentId);
}

/** @throws {Unreadable} if the payment cannot be read */
export async function bookRefund(payments: PaymentContext, refund: GatewayRefund): Promise<void> {
  const booked = refund.paymentId === null ? null : await bookedOf(payments, refund.paymentId);
  if (booked?.kind === 'applied') return settleRefund(payments, booked.payment, refund);
  if (!booked) return;
  await bookOutflow(payments, booked.organizationId, {
    key: `refund:${refund.id}`,
    out: isGone(refund),
    description: 'Refund',
    entries: outflow(refund.amountCents),
    // For a change that was not applied, an earlier notice has already announced the refund.
    booked: async (tx) => {
      if (refund.status !== 'succeeded' || (await findPaymentByIntent(tx, refund.paymentId ?? ''))?.changeId) return;
      const { id, amountCents } = refund;
      const row = { id, organizationId: booked.organizationId, amountCents, creditCents: 0, reason: 'This payment had no effect' };
      await queueRefundIssued(tx, row, nowOf(payments));
    },
    returned: (tx) => queueRefundFailure(tx, payments, booked.organizationId, refund),
  });
  // If the platform does not have this payment, it has stored work for an operator. The operator's refund settles this work.
  const { paymentId, amountCents } = refund;
  const { organizationId } = booked;
  if (refund.status === 'succeeded' && paymentId !== null)
    await settleDeadWork(payments.db, 'unknown_payment', { organizationId, paymentId, amountCents });
}

const stateOf = (refund: GatewayRefund): RefundState => {
  if (refund.status === 'succeeded') return 'succeeded';
  return isGone(refund) ? 'pending' : 'failed';
};

async function settleRefund(payments: PaymentContext, payment: PaymentRow, refund: GatewayRefund): Promise<void> {
  const at = nowOf(payments);
  const state = stateOf(refund);
  await payments.db.transaction(async (tx) => {
    const { organizationId } = payment;
    await lockOrganization(tx, organizationId);
    const row = await findRefund(tx, { organizationId, id: refund.metadata['refund'] ?? refund.id });
    if (row) {
      if (!canMove(refundSteps, row.state, state)) return;
      await moveRefund(tx, row, state);
      if (state === 'succeeded') await finishRefund(tx, row, refund, at);
      if (state !== 'failed') return;
      await returnRefund(tx, row, at);
      if (row.id !== refund.id) await queueRefundFailure(tx, payments, row.organizationId, refund);
      return;
    }
    if (state === 'failed') return;
    const source = await sourceOfPayment(tx, payment);
    const split = splitRefund(refund.amountCents, await refundablePayment(tx, payment, source));
    const { id, amountCents } = refund;
    const newRefund = await writeRefund(tx, payment, source, {
      id,
      amountCents,
      state,
      reason: 'Refunded at the payment provider',
      at,
      ...split,
    });
    if (state === 'succeeded') await finishRefund(tx, newRefund, refund, at);
  });
}

/** Queues the notice of a successful refund. If an earlier attempt failed permanently, marks it as done. */
async function finishRefund(tx: Database, row: RefundRow, { paymentId, amountCents }: GatewayRefund, at: Date): Promise<void> {
  const { organizationId } = row;
  if (paymentId !== null) await settleDeadWork(tx, 'refund', { organizationId, paymentId, amountCents });
  await queueRefundIssued(tx, row, at);
}

const queueRefundIssued = (
  tx: Database,
  {
    id,
    organizationId,
    amountCents,
    creditCents,
    reason,
  }: Pick<RefundRow, 'id' | 'organizationId' | 'amountCents' | 'creditCents' | 'reason'>,
  at: Date,
): Promise<void> =>
  writeNotice(tx, {
    organizationId,
    kind: 'refund_issued',
    key: id,
    atSeconds: secondsOf(at),
    facts: { amountCents, creditCents, reason },
  });

/** Called when the gateway refuses a refund permanently. The customer gets the deducted credit back. */
export async function returnRefusedRefund(payments: PaymentContext, organizationId: number, refundId: string): Promise<void> {
  await payments.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const row = await findRefund(tx, { organizationId, id: refundId });
    if (row?.state !== 'pending') return;
    await moveRefund(tx, row, 'failed');
    await returnRefund(tx, row, nowOf(payments));
  });
}

async function returnRefund(tx: Database, { id, organizationId, source, amountCents, creditCents }: RefundRow, at: Date): Promise<void> {
  const posted = await postOnce(tx, {
    organizationId,
    businessKey: `refund:${id}:reversed`,
    description: 'Refund returned',
    occurredAt: at,
    source,
    entries: movedEntries([
      { account: 'cash', amountCents },
      { account: 'customer_credit', amountCents: -creditCents },
      { account: 'revenue', amountCents: creditCents - amountCents },
    ]),
  });
  if (posted) await holdNewCredit(tx, { organizationId, by: `refund:${id}`, source, cents: creditCents, at });
}

/** Reports a failed refund to operators. A retry would fail too. */
async function queueRefundFailure(tx: Database, { log }: PaymentContext, organizationId: number, refund: GatewayRefund): Promise<void> {
  const { id, paymentId, amountCents, failureReason } = refund;
  await addDeadWork(tx, {
    organizationId,
    kind: 'refund',
    subject: paymentId ?? '',
    details: { amount_cents: amountCents },
    lastError: `refund_${refund.status}:${failureReason ?? 'unknown'}`,
    at: realNow(),
  });
  log.error(
    { event: 'refund_failed', refund: id, intent: paymentId, organization: organizationId, reason: failureReason },
    'a refund has failed; an operator must check it',
  );
}

const withdrawn: ReadonlySet<string> = new Set(['needs_response', 'under_review', 'lost']);

/**
 * If the payment was never applied, the bank's withdrawal returns the money instead of a refund.
 * @throws {Unreadable} if the payment cannot be read
 */
export async function bookDispute(payments: PaymentContext, dispute: GatewayDispute): Promise<void> {
  const booked = dispute.paymentId === null ? null : await bookedOf(payments, dispute.paymentId);
  if (booked?.kind === 'applied') return settleDispute(payments, booked.payment, dispute);
  if (!booked) return;
  await bookOutflow(payments, booked.organizationId, {
    key: `dispute:${dispute.id}`,
    out: withdrawn.has(dispute.status),
    description: 'Disputed payment',
    entries: outflow(dispute.amountCents),
  });
}

const outflow = (amountCents: number): LedgerEntry[] => [
  { account: 'unapplied', amountCents },
  { account: 'cash', amountCents: -amountCents },
];

interface Outflow {
  readonly key: string;
  /** True if the money was paid out or withdrawn; false if it came back. */
  readonly out: boolean;
  readonly description: string;
  readonly entries: readonly LedgerEntry[];
  /** Runs in the transaction of the booking, each time the gateway reports that the money was paid out or withdrawn. */
  readonly booked?: (tx: Database) => Promise<void>;
  readonly returned?: (tx: Database) => Promise<void>;
}

async function bookOutflow(payments: PaymentContext, organizationId: number, outflow: Outflow): Promise<void> {
  const { key, out, description, entries, booked, returned } = outflow;
  const occurredAt = nowOf(payments);
  await payments.db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    // If the gateway reports the return before the withdrawal, both are booked. A later report of the withdrawal books nothing.
    if (out || returned) await postOnce(tx, { organizationId, businessKey: key, description, occurredAt, entries });
    if (out) await booked?.(tx);
    if (!out && (await isPosted(tx, organizationId, key))) {
      const back = entries.map(({ account, amountCents }) => ({ account, amountCents: -amountCents }));
      const posted = await postOnce(tx, {
        organizationId,
        businessKey: `${key}:reversed`,
        description: `${description} returned`,
        occurredAt,
        entries: back,
      });
      if (posted) await returned?.(tx);
    }
  });
}
