import { highestRefund, splitRefund, type RefundSplit } from '#server/domain/refund-split.ts';
import type { Database } from '#server/database/database.ts';
import { notFound, PlatformError } from '#server/platform-error.ts';
import { isPosted, movedEntries, postOnce } from '#server/store/ledger.ts';
import { addWork } from '#server/store/outbox.ts';
import { findPayment, type PaymentRow } from '#server/store/payments.ts';
import { insertRefund, refundablePayment, sourceOfPayment, type RefundRow } from '#server/store/refunds.ts';
import { newId } from '#server/payments/ids.ts';

export interface RefundRequest {
  readonly organizationId: number;
  readonly paymentId: string;
  readonly amountCents: number;
  readonly reason: string;
}

type NewRefund = Pick<RefundRow, 'id' | 'amountCents' | 'state' | 'reason'>;

/** The caller must hold the organization lock. */
export async function writeRefund(
  tx: Database,
  payment: PaymentRow,
  source: string,
  refund: NewRefund & RefundSplit & { readonly at: Date; readonly description?: string | undefined },
): Promise<RefundRow> {
  const { organizationId } = payment;
  const { creditCents, revenueCents, at, description = 'Refund', ...columns } = refund;
  const row = await insertRefund(tx, { ...columns, organizationId, paymentId: payment.id, source, creditCents, createdAt: at });
  await postOnce(tx, {
    organizationId,
    businessKey: `refund:${row.id}`,
    description,
    occurredAt: at,
    source,
    entries: movedEntries([
      { account: 'customer_credit', amountCents: creditCents },
      { account: 'revenue', amountCents: revenueCents },
      { account: 'cash', amountCents: -row.amountCents },
    ]),
  });
  return row;
}

/**
 * Books a refund before the gateway call, so that the deducted credit cannot be spent. The caller must hold the organization lock.
 * @throws {PlatformError} 409 with the highest refundable amount if credit of the payment is spent
 */
export async function refundWithin(
  tx: Database,
  { organizationId, paymentId, amountCents, reason, description }: RefundRequest & { readonly description?: string },
  at: Date,
): Promise<RefundRow> {
  const payment = await findPayment(tx, { organizationId, id: paymentId });
  if (!payment) throw notFound('Payment');
  const { state, intentId, channel } = payment;
  if (channel === 'setup') throw new PlatformError('rule_violated', 'This was a card setup; nothing was paid');
  if (amountCents <= 0) throw new PlatformError('rule_violated', 'A refund is at least one cent');
  if (state !== 'succeeded' || intentId === null) throw new PlatformError('rule_violated', 'This payment has not succeeded');
  if (await isPosted(tx, organizationId, `payment:${intentId}:unapplied`))
    throw new PlatformError('rule_violated', 'This payment is refunded already');
  const source = await sourceOfPayment(tx, payment);
  const account = await refundablePayment(tx, payment, source);
  const highest = highestRefund(account);
  if (amountCents > highest) throw tooHigh(highest);
  const split = splitRefund(amountCents, account);
  const row = await writeRefund(tx, payment, source, { id: newId('rf'), amountCents, state: 'pending', reason, description, at, ...split });
  const details = { intent: intentId, amount_cents: amountCents };
  await addWork(tx, { organizationId, kind: 'refund', subject: row.id, details });
  return row;
}

const tooHigh = (highestCents: number): PlatformError =>
  new PlatformError('refund_too_high', 'This is more than can be refunded: the rest was used or refunded already', {
    fields: [{ path: 'body.amount_cents', message: `must be at most ${highestCents}` }],
    body: { highest_refundable_cents: highestCents },
  });
