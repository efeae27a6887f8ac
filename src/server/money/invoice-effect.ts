import {
  isPayable,
  lockCollection,
  lockInvoice,
  notePaymentOfInvoice,
  planAfterFailure,
  planNextTry,
  type PayableInvoice,
} from '#server/store/collections.ts';
import type { Database } from '#server/store/database.ts';
import { postOnce } from '#server/store/ledger-effects.ts';
import { secondsOf } from '#server/store/instants.ts';
import type { PaymentRow } from '#server/store/payments.ts';
import { reviewOrganization } from '#server/store/restriction-reviews.ts';
import { nowOf, type Money } from './context.ts';
import type { Effect } from './effects.ts';
import { giveBack } from './give-back.ts';

/** What became of a payment shows on its invoice; a refused charge is tried again by the calendar. */
export const invoiceEffect: Effect = async (tx, money, payment) => {
  const { invoiceId, organizationId } = payment;
  const invoice = invoiceId === null ? null : await lockInvoice(tx, organizationId, invoiceId);
  if (!invoice) return;
  await noteOn(tx, money, payment, invoice);
  // An invoice that is paid, or on its way to be, restricts nobody any more, and whoever has paid it sees so at once.
  await reviewOrganization(tx, organizationId, secondsOf(nowOf(money)));
};

async function noteOn(tx: Database, money: Money, payment: PaymentRow, invoice: PayableInvoice): Promise<void> {
  const { state, channel, failureCode } = payment;
  if (state === 'succeeded') return isPayable(invoice) ? markPaid(tx, money, payment, invoice.number) : returnDouble(tx, money, payment);
  if (!isPayable(invoice)) return;
  if (state === 'failed') {
    await notePaymentOfInvoice(tx, invoice.id, { attempted: true, processing: false });
    const collection = channel === 'intent' ? await lockCollection(tx, invoice.id) : null;
    if (collection?.nextTryAt) await planAfterFailure(tx, collection, nowOf(money));
    return;
  }
  // A page stays open for another card after a refused one, but whoever leaves it has been refused.
  await notePaymentOfInvoice(tx, invoice.id, { processing: state === 'processing', ...(failureCode !== null && { attempted: true }) });
}

async function markPaid(tx: Database, money: Money, { invoiceId, organizationId, amountCents }: PaymentRow, number: string): Promise<void> {
  const id = invoiceId ?? '';
  await notePaymentOfInvoice(tx, id, { paid: true, attempted: true, processing: false });
  const collection = await lockCollection(tx, id);
  if (collection) await planNextTry(tx, id, collection.failedTries, null);
  await postOnce(tx, {
    organizationId,
    businessKey: `invoice:${id}:paid`,
    description: `Payment of invoice ${number}`,
    occurredAt: nowOf(money),
    entries: [
      { account: 'cash', amountCents },
      { account: 'receivable', amountCents: -amountCents },
    ],
  });
}

/** The invoice was settled or forgiven meanwhile: this payment has no effect and goes back. */
async function returnDouble(tx: Database, money: Money, { organizationId, intentId, amountCents }: PaymentRow): Promise<void> {
  if (intentId === null) return;
  await giveBack(tx, money, { organizationId, intentId, amountCents, description: 'Second payment of an invoice' });
}
