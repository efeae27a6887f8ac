import { planNames } from '#lib/plan-names.ts';
import { subscriptionTexts } from '#lib/texts/subscription.ts';
import { planOfTier } from '#server/domain/plans.ts';
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
} from '#server/billing/invoices/collections.ts';
import { settleReduced } from '#server/billing/invoices/credit-notes.ts';
import { creditEntries, isPosted, movedEntries, postOnce, sourceOfInvoice } from '#server/store/ledger.ts';
import { reviewOrganization } from '#server/billing/invoices/restriction-reviews.ts';
import { queuePaymentFailed, queueReceipt } from '#server/billing/notices/invoice-notices.ts';
import { isClosed } from '#server/store/organizations.ts';
import { findMethod } from '#server/store/payment-methods.ts';
import { declinedError } from './declines.ts';
import { type PaymentContext, nowOf } from './context.ts';
import { applyChange, NotApplicable } from './apply-change.ts';
import { refundUnapplied } from './refund-unapplied.ts';
import { writeNotice } from '#server/store/notices/write-notice-once.ts';

/** Why a payment is over without success or refusal. */
export type Ending = 'canceled' | 'expired';

/** What the state of a payment means for what it pays. Runs in the transaction that stores the state. */
type Effect = (tx: Database, payments: PaymentContext, payment: PaymentRow, ending: Ending) => Promise<void>;

/** A change takes effect when its payment has succeeded, and is over when the payment is. */
const changeEffect: Effect = async (tx, payments, payment, ending) => {
  const { changeId, state } = payment;
  if (changeId === null) return;
  const change = await lockChange(tx, { organizationId: payment.organizationId, id: changeId });
  if (change?.state !== 'open') return;
  if (state === 'succeeded') return applyPaid(tx, payments, payment, change);
  if (state === 'failed') return moveChange(tx, change, 'failed', nowOf(payments));
  if (state === 'canceled') return moveChange(tx, change, ending, nowOf(payments));
};

/** A change whose price, contract or cycle has moved since its payment ends here, and the payment is refunded. */
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
      const facts = { planName: planNames[planOfTier(change.tier).planId], amountCents, why: subscriptionTexts[error.why] };
      await writeNotice(tx, { organizationId, kind: 'change_refunded', key: change.id, atSeconds: secondsOf(nowOf(payments)), facts });
    }
    payments.log.warn(
      { event: 'change_refunded', change: change.id, organization: organizationId, why: error.why },
      'a plan change was paid, can no longer be applied, and is refunded',
    );
  }
}

/** Stores the outcome of a payment on its invoice; a refused charge is retried by the calendar. */
const invoiceEffect: Effect = async (tx, payments, payment) => {
  const { invoiceId, organizationId } = payment;
  const invoice = invoiceId === null ? null : await lockInvoice(tx, organizationId, invoiceId);
  if (!invoice) return;
  await recordOnInvoice(tx, payments, payment, invoice);
  // A paid or processing invoice no longer restricts: the payer sees that at once.
  await reviewOrganization(tx, organizationId, secondsOf(nowOf(payments)));
};

async function recordOnInvoice(tx: Database, payments: PaymentContext, payment: PaymentRow, invoice: PayableInvoice): Promise<void> {
  const { state, channel, offSession, failureCode, organizationId } = payment;
  if (state === 'succeeded')
    return (await isAwaited(tx, invoice)) ? markPaid(tx, payments, payment, invoice) : returnDouble(tx, payments, payment);
  if (invoice.status === 'paid' || invoice.status === 'void') return;
  if (state === 'failed') {
    await recordPaymentOfInvoice(tx, invoice, { attempted: true, processing: false });
    // A member who is present sees the refusal, and the calendar counts only its own tries.
    const collection = channel === 'intent' && offSession ? await lockCollection(tx, organizationId, invoice.id) : null;
    if (collection?.nextTryAt) {
      const nextTryAt = await planAfterFailure(tx, collection, nowOf(payments));
      await queueFailedCharge(tx, payments, payment, { invoiceId: invoice.id, nextTryAt });
    }
    return settleReduced(tx, organizationId, invoice.id, nowOf(payments));
  }
  // After a decline the page stays open for another card; the invoice counts as attempted in case the payer leaves.
  await recordPaymentOfInvoice(tx, invoice, { processing: state === 'processing', ...(failureCode !== null && { attempted: true }) });
}

/** The payer of an automatic charge is not there to see its refusal. */
async function queueFailedCharge(
  tx: Database,
  payments: PaymentContext,
  { id, organizationId, amountCents, methodId, failureCode, declineCode }: PaymentRow,
  { invoiceId, nextTryAt }: { readonly invoiceId: string; readonly nextTryAt: Date | null },
): Promise<void> {
  const method = methodId === null ? null : await findMethod(tx, organizationId, methodId);
  const card = method && { brand: method.brand, last4: method.last4 };
  const reason = declinedError(failureCode, declineCode).message;
  await queuePaymentFailed(tx, { organizationId, invoiceId, key: id, amountCents, card, reason, nextTryAt, at: nowOf(payments) });
}

/** Whether a payment pays the invoice: also one that was on its way when a credit note took the invoice to nothing. */
async function isAwaited(tx: Database, invoice: PayableInvoice): Promise<boolean> {
  if (isPayable(invoice)) return true;
  if (invoice.creditedCents === 0 || invoice.status === 'void') return false;
  return !(await isPosted(tx, invoice.organizationId, `invoice:${invoice.id}:paid`));
}

/** What was paid above what a credit note has left to pay becomes credit, as if it had been paid before. */
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

/** The invoice has since been settled or forgiven: this payment has no effect and is refunded. */
async function returnDouble(tx: Database, payments: PaymentContext, { organizationId, intentId, amountCents }: PaymentRow): Promise<void> {
  if (intentId === null) return;
  await refundUnapplied(tx, payments, { organizationId, intentId, amountCents, description: 'Second payment of an invoice' });
}

/** A closed organization can use no credit: its payment is refunded. */
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

/** Credit is given once, for money received; processing is not success. */
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
  // New credit pays overdue invoices, which may end a restriction.
  await reviewOrganization(tx, organizationId, secondsOf(nowOf(payments)));
};

export const effectOf: Effect = (tx, payments, payment, ending) => {
  if (payment.changeId !== null) return changeEffect(tx, payments, payment, ending);
  return payment.topUpId !== null ? topUpEffect(tx, payments, payment, ending) : invoiceEffect(tx, payments, payment, ending);
};
