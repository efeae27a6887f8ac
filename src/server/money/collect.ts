import { isLive } from '#server/domain/change-states.ts';
import {
  dueCollections,
  isPayable,
  lockCollection,
  lockInvoice,
  planAfterFailure,
  planNextTry,
  type CollectionRow,
} from '#server/store/collections.ts';
import type { Database } from '#server/store/database.ts';
import { inPages } from '#server/store/in-pages.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { defaultMethod } from '#server/store/payment-methods.ts';
import { insertPayment, livePayment, type PaymentRow } from '#server/store/payments.ts';
import { later, nowOf, type Money } from './context.ts';
import { newId } from './ids.ts';
import { cancel, charge } from './pay.ts';

const dayMs = 86_400_000;

/** Charges the invoices whose next try is due. @returns how many tries were made */
export async function collectDue(money: Money, pageSize = 100): Promise<number> {
  const now = nowOf(money);
  let tried = 0;
  for await (const due of inPages<CollectionRow>(pageSize, (after, limit) => dueCollections(money.db, now, after, limit))) {
    try {
      if (await collect(money, due)) tried += 1;
    } catch (error) {
      money.log.error({ err: error, invoice: due.invoiceId }, 'an invoice could not be charged');
    }
  }
  return tried;
}

/**
 * Charges an invoice to the default card, without the customer; an open payment page is closed first.
 * @returns whether a try was made
 */
async function collect(money: Money, { organizationId, invoiceId }: CollectionRow): Promise<boolean> {
  const waiting = await livePayment(money.db, { invoiceId });
  // One that is being processed ends by itself.
  if (waiting?.state === 'processing') return false;
  if (waiting?.state === 'sending' && waiting.channel === 'intent') return (await charge(money, waiting)).state !== 'sending';
  if (waiting) {
    const closed = await cancel(money, waiting, 'canceled');
    // It was paid on the page meanwhile, or its state can't be read just now.
    if (closed === null || closed.state === 'succeeded' || isLive(closed.state)) return false;
  }
  const payment = await money.db.transaction((tx) => open(tx, money, organizationId, invoiceId));
  if (payment) await charge(money, payment);
  return payment !== null;
}

/** Writes the try down, under the lock; null where there is nothing to charge, or nothing to charge it to. */
async function open(tx: Database, money: Money, organizationId: number, invoiceId: string): Promise<PaymentRow | null> {
  await lockOrganization(tx, organizationId);
  const invoice = await lockInvoice(tx, organizationId, invoiceId);
  const collection = await lockCollection(tx, invoiceId);
  if (!collection || collection.nextTryAt === null || collection.nextTryAt > nowOf(money)) return null;
  if (!invoice || !isPayable(invoice)) {
    await planNextTry(tx, invoiceId, collection.failedTries, null);
    return null;
  }
  if (await livePayment(tx, { invoiceId })) return null;
  const card = await defaultMethod(tx, organizationId);
  if (!card) {
    // Without a card no attempt is made; the invoice waits for one, or to be paid by hand.
    await planAfterFailure(tx, collection, nowOf(money));
    return null;
  }
  const createdAt = nowOf(money);
  return insertPayment(tx, {
    id: newId('pay'),
    organizationId,
    invoiceId,
    channel: 'intent',
    amountCents: invoice.amountDueCents,
    methodId: card.id,
    offSession: true,
    createdAt,
    expiresAt: later(createdAt, dayMs),
  });
}
