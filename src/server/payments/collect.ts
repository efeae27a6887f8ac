import { stepFromDate } from '#lib/dates/calendar.ts';
import { isLive } from '#server/domain/state-steps.ts';
import { chargeRefusal } from '#server/billing/invoices/collectable.ts';
import {
  dueCollections,
  lockCollection,
  lockInvoice,
  planAfterFailure,
  planNextTry,
  type CollectionRow,
  cardToTry,
} from '#server/billing/invoices/collections.ts';
import { queuePaymentFailed } from '#server/billing/notices/invoice-notices.ts';
import type { Database } from '#server/database/database.ts';
import { inPages } from '#server/database/in-pages.ts';
import { openChange } from '#server/store/changes.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { insertPayment, latestPayment, livePayment, type PaymentRow } from '#server/store/payments.ts';
import { chargesPause, nowOf, pauseOf, type PaymentContext } from './context.ts';
import { newId } from './ids.ts';
import { cancelPayment, chargePayment } from './charge.ts';

const noCard = 'There is no card to charge.';

export async function collectDue(payments: PaymentContext, pageSize = 100): Promise<number> {
  if (pauseOf(payments) !== null || (await chargesPause(payments.db)) !== null) return 0;
  const now = nowOf(payments);
  let tried = 0;
  for await (const due of inPages<CollectionRow>(pageSize, (after, limit) => dueCollections(payments.db, now, after, limit))) {
    try {
      if (await collect(payments, due)) tried += 1;
    } catch (error) {
      payments.log.error({ err: error, invoice: due.invoiceId }, 'an invoice could not be charged');
    }
  }
  return tried;
}

export async function collectNow(payments: PaymentContext, organizationId: number, invoiceId: string): Promise<PaymentRow | null> {
  try {
    if ((await chargesPause(payments.db)) === null) await collect(payments, { organizationId, invoiceId });
    // If the worker has already sent this charge, the same idempotency key returns the same response.
    const begun = await latestPayment(payments.db, { organizationId, invoiceId });
    if (begun?.state === 'sending') await chargePayment(payments, begun);
  } catch (error) {
    // The worker finishes the stored payment later. The idempotency key prevents a second charge.
    payments.log.warn({ err: error, invoice: invoiceId }, 'a retry by staff has no outcome yet');
  }
  return latestPayment(payments.db, { organizationId, invoiceId });
}

/**
 * Charges an invoice off-session, after closing an open payment page.
 * @returns whether an attempt was made
 */
async function collect(
  payments: PaymentContext,
  { organizationId, invoiceId }: Pick<CollectionRow, 'organizationId' | 'invoiceId'>,
): Promise<boolean> {
  const waiting = await livePayment(payments.db, { organizationId, invoiceId });
  // The bank is processing a payment, which cannot be canceled.
  if (waiting?.state === 'processing') return false;
  if (waiting?.state === 'sending' && waiting.channel === 'intent') return (await chargePayment(payments, waiting)).state !== 'sending';
  if (waiting) {
    const closed = await cancelPayment(payments, waiting, 'canceled');
    // The payer has paid on the page, or the state of the payment is unknown.
    if (closed === null || closed.state === 'succeeded' || isLive(closed.state)) return false;
  }
  const payment = await payments.db.transaction((tx) => openAttempt(tx, payments, organizationId, invoiceId));
  if (payment) await chargePayment(payments, payment);
  return payment !== null;
}

/** Stores an attempt under the organization lock. Null if there is nothing to charge or no card. */
export async function openAttempt(
  tx: Database,
  payments: Pick<PaymentContext, 'clock'>,
  organizationId: number,
  invoiceId: string,
): Promise<PaymentRow | null> {
  await lockOrganization(tx, organizationId);
  const invoice = await lockInvoice(tx, organizationId, invoiceId);
  const collection = await lockCollection(tx, organizationId, invoiceId);
  if (!collection || collection.nextTryAt === null || collection.nextTryAt > nowOf(payments)) return null;
  const refusal = await chargeRefusal(tx, { organizationId, invoiceId });
  if (!invoice || refusal === 'not_owed') await planNextTry(tx, collection, collection.failedTries, null);
  if (!invoice || refusal !== null) return null;
  if (await livePayment(tx, { organizationId, invoiceId })) return null;
  // When the open plan change is paid, the change may reduce this invoice.
  if ((await openChange(tx, organizationId))?.fromInvoiceId === invoiceId) return null;
  const card = await cardToTry(tx, organizationId, invoiceId);
  if (!card) {
    // Without a card, the attempt counts as failed. The invoice then waits for a card or a manual payment.
    const at = nowOf(payments);
    const nextTryAt = await planAfterFailure(tx, collection, at);
    const { amountDueCents: amountCents } = invoice;
    const key = `${invoiceId}-${collection.failedTries + 1}`;
    await queuePaymentFailed(tx, { organizationId, invoiceId, key, amountCents, card: null, reason: noCard, nextTryAt, at });
    return null;
  }
  const createdAt = nowOf(payments);
  return insertPayment(tx, {
    id: newId('pay'),
    organizationId,
    invoiceId,
    channel: 'intent',
    amountCents: invoice.amountDueCents,
    methodId: card.id,
    offSession: true,
    createdAt,
    expiresAt: stepFromDate(createdAt, { days: 1 }),
  });
}
