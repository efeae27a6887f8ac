import { planNames } from '#lib/plan-names.ts';
import { rareNoticeTexts } from '#lib/texts/rare-notices.ts';
import { planOfTier } from '#server/domain/plans.ts';
import { awaitsPayment, canBePaid, invoiceRefusal } from '#server/domain/state-steps.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { type PaymentRow, moveTopUp } from '#server/store/payments.ts';
import { failPaidChange, moveChange, lockChange, type ChangeRow } from '#server/store/changes.ts';
import {
  isPayable,
  lockCollection,
  lockInvoice,
  recordPaymentOfInvoice,
  planAfterFailure,
  planNextTry,
  type PayableInvoice,
  cardsLeftFor,
} from '#server/billing/invoices/collections.ts';
import { settleReduced } from '#server/billing/invoices/credit-notes.ts';
import { creditEntries, isPosted, movedEntries, postOnce, sourceOfInvoice } from '#server/store/ledger.ts';
import { reviewOrganization } from '#server/billing/restrictions/restriction-reviews.ts';
import { queuePaymentFailed, queueReceipt } from '#server/billing/notices/invoice-notices.ts';
import { isClosed } from '#server/store/organizations.ts';
import { findMethod } from '#server/store/payment-methods.ts';
import { isCardGone } from '#server/domain/retry-calendar.ts';
import { declinedError } from './declines.ts';
import { type PaymentContext, nowOf } from './context.ts';
import { applyChange, NotApplicable } from './apply-change.ts';
import { refundUnapplied } from '#server/payments/refunds/refund-unapplied.ts';
import { writeNotice } from '#server/store/notices/write-notice-once.ts';

export type PaymentEndState = 'canceled' | 'expired';

/** Runs in the transaction that stores the state of the payment. */
type Effect = (tx: Database, payments: PaymentContext, payment: PaymentRow, ending: PaymentEndState) => Promise<void>;

const changeEffect: Effect = async (tx, payments, payment, ending) => {
  const { changeId, state } = payment;
  if (changeId === null) return;
  const change = await lockChange(tx, { organizationId: payment.organizationId, id: changeId });
  if (!change || !awaitsPayment(change.state)) return;
  if (state === 'succeeded') return applyPaid(tx, payments, payment, change);
  if (state === 'failed') return moveChange(tx, change, 'failed', nowOf(payments));
  if (state === 'canceled') return moveChange(tx, change, ending, nowOf(payments));
};

/** If the price, contract or cycle has changed, fails the change and refunds the payment. */
async function applyPaid(tx: Database, payments: PaymentContext, payment: PaymentRow, change: ChangeRow): Promise<void> {
  const { organizationId, intentId, amountCents } = payment;
  try {
    return await applyChange(tx, change, nowOf(payments), payment.channel === 'setup' ? 'cardSetUp' : 'paid');
  } catch (error) {
    if (!(error instanceof NotApplicable)) throw error;
    await failPaidChange(tx, change, error.why, nowOf(payments));
    if (payment.channel === 'setup') return;
    if (intentId !== null) {
      await refundUnapplied(tx, payments, {
        organizationId,
        intentId,
        amountCents,
        description: 'Payment of a plan change that was not applied',
      });
      const facts = { planName: planNames[planOfTier(change.tier).planId], amountCents, why: rareNoticeTexts[error.why] };
      await writeNotice(tx, { organizationId, kind: 'change_refunded', key: change.id, atSeconds: secondsOf(nowOf(payments)), facts });
    }
    payments.log.warn(
      { event: 'change_refunded', change: change.id, organization: organizationId, why: error.why },
      'a plan change was paid, can no longer be applied, and is refunded',
    );
  }
}

const invoiceEffect: Effect = async (tx, payments, payment) => {
  const { invoiceId, organizationId } = payment;
  const invoice = invoiceId === null ? null : await lockInvoice(tx, organizationId, invoiceId);
  if (!invoice) return;
  await recordOnInvoice(tx, payments, payment, invoice);
  // A paid or processing invoice may end a restriction, and the payer must see this immediately.
  await reviewOrganization(tx, organizationId, secondsOf(nowOf(payments)));
};

async function recordOnInvoice(tx: Database, payments: PaymentContext, payment: PaymentRow, invoice: PayableInvoice): Promise<void> {
  const { state, channel, offSession, failureCode, organizationId } = payment;
  if (state === 'succeeded')
    return (await isAwaited(tx, invoice)) ? markPaid(tx, payments, payment, invoice) : returnDouble(tx, payments, payment);
  if (!canBePaid(invoice.status)) return;
  if (state === 'failed') {
    await recordPaymentOfInvoice(tx, invoice, { attempted: true, processing: false });
    // Only a failed automatic charge changes the retry schedule and sends a notice. A member who is present sees the refusal.
    const collection = channel === 'intent' && offSession ? await lockCollection(tx, organizationId, invoice.id) : null;
    if (collection?.nextTryAt) {
      // If the card is expired, lost or stolen, the next card is charged at once. After other declines, the retry calendar applies.
      const isOtherCardNext =
        isCardGone(failureCode, payment.declineCode) && (await cardsLeftFor(tx, organizationId, invoice.id)).length > 0;
      const nextTryAt = await planAfterFailure(tx, collection, nowOf(payments), isOtherCardNext);
      await queueFailedCharge(tx, payments, payment, { invoiceId: invoice.id, nextTryAt });
    }
    return settleReduced(tx, organizationId, invoice.id, nowOf(payments));
  }
  // After a decline, the page stays open for another card. The invoice counts as attempted, because the payer may leave the page.
  await recordPaymentOfInvoice(tx, invoice, { processing: state === 'processing', ...(failureCode !== null && { attempted: true }) });
}

/** The payer was not present and has not seen the failure. */
async function queueFailedCharge(
  tx: Database,
  payments: PaymentContext,
  { id, organizationId, amountCents, methodId, failureCode, declineCode }: PaymentRow,
  { invoiceId, nextTryAt }: { readonly invoiceId: string; readonly nextTryAt: Date | null },
): Promise<void> {
  const method = methodId === null ? null : await findMethod(tx, organizationId, methodId);
  const card = method && { brand: method.brand, last4: method.last4 };
  const reason = declinedError(failureCode, declineCode).message;
  const needsConfirmation = failureCode === 'authentication_required' || declineCode === 'authentication_required';
  const failed = { organizationId, invoiceId, key: id, amountCents, card, reason, needsConfirmation, nextTryAt, at: nowOf(payments) };
  await queuePaymentFailed(tx, failed);
}

/** Also true if a credit note reduced the amount due to zero while the payment was processing. */
async function isAwaited(tx: Database, invoice: PayableInvoice): Promise<boolean> {
  if (isPayable(invoice)) return true;
  if (invoice.creditedCents === 0 || invoiceRefusal(invoice.status, 'credit') !== null) return false;
  return !(await isPosted(tx, invoice.organizationId, `invoice:${invoice.id}:paid`));
}

/** If a credit note has reduced the invoice, the excess of the payment becomes credit. */
async function markPaid(
  tx: Database,
  payments: PaymentContext,
  { id: paymentId, organizationId, amountCents }: PaymentRow,
  invoice: PayableInvoice,
): Promise<void> {
  const { id, number, status, amountDueCents } = invoice;
  await queueReceipt(tx, { organizationId, invoiceId: id, payment: { id: paymentId }, amountCents, at: nowOf(payments) });
  await recordPaymentOfInvoice(tx, invoice, { paid: true, attempted: true, processing: false });
  const collection = await lockCollection(tx, organizationId, id);
  if (collection) await planNextTry(tx, collection, collection.failedTries, null);
  const neededCents = Math.min(amountCents, amountDueCents);
  await postOnce(tx, {
    organizationId,
    businessKey: `invoice:${id}:paid`,
    description: neededCents < amountCents ? `Paid above what was left of invoice ${number}` : `Payment of invoice ${number}`,
    occurredAt: nowOf(payments),
    source: sourceOfInvoice(id),
    entries: movedEntries([
      { account: 'cash', amountCents },
      { account: status === 'uncollectible' ? 'bad_debt' : 'receivable', amountCents: -neededCents },
      { account: 'customer_credit', amountCents: neededCents - amountCents },
    ]),
  });
}

/** Refunds a payment of an invoice that was settled or voided before the payment arrived. */
async function returnDouble(tx: Database, payments: PaymentContext, { organizationId, intentId, amountCents }: PaymentRow): Promise<void> {
  if (intentId === null) return;
  await refundUnapplied(tx, payments, { organizationId, intentId, amountCents, description: 'Second payment of an invoice' });
}

/** A closed organization cannot use credit, so its top-up is refunded. */
async function returnTopUp(
  tx: Database,
  payments: PaymentContext,
  { organizationId, intentId, amountCents }: PaymentRow,
  topUpId: string,
): Promise<void> {
  await moveTopUp(tx, { organizationId, id: topUpId }, 'canceled');
  if (intentId !== null)
    await refundUnapplied(tx, payments, { organizationId, intentId, amountCents, description: 'Top-up of a closed organization' });
}

const topUpEffect: Effect = async (tx, payments, payment) => {
  const { id, organizationId, topUpId, amountCents, state } = payment;
  if (topUpId === null) return;
  if (state === 'failed' || state === 'canceled') return moveTopUp(tx, { organizationId, id: topUpId }, state);
  if (state !== 'succeeded') return;
  if (await isClosed(tx, organizationId)) return returnTopUp(tx, payments, payment, topUpId);
  await moveTopUp(tx, { organizationId, id: topUpId }, 'credited');
  await queueReceipt(tx, { organizationId, invoiceId: null, payment: { id }, amountCents, at: nowOf(payments) });
  await postOnce(tx, {
    organizationId,
    businessKey: `top-up:${topUpId}`,
    description: 'Top-up',
    occurredAt: nowOf(payments),
    source: `top-up:${topUpId}`,
    entries: creditEntries('cash', amountCents),
  });
  // Credit pays overdue invoices, which may end a restriction.
  await reviewOrganization(tx, organizationId, secondsOf(nowOf(payments)));
};

export const effectOf: Effect = (tx, payments, payment, ending) => {
  if (payment.changeId !== null) return changeEffect(tx, payments, payment, ending);
  return payment.topUpId !== null ? topUpEffect(tx, payments, payment, ending) : invoiceEffect(tx, payments, payment, ending);
};
