import { and, eq } from 'drizzle-orm';
import { creditForInvoice } from '#lib/charge.ts';
import { invoiceStatusAfter } from '#server/domain/state-steps.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { billedSubscription } from '#server/store/billing-periods.ts';
import { openChange } from '#server/store/changes.ts';
import { overdueInvoices } from '#server/store/invoices/invoices.ts';
import { postWithin } from '#server/store/ledger.ts';
import { livePayment } from '#server/store/payments.ts';
import { isPayable, lockCollection, lockInvoice, planNextTry, type PayableInvoice } from './collections.ts';
import { queueLowCredit } from '#server/billing/notices/spending-notices.ts';

interface CreditUse {
  readonly organizationId: number;
  readonly invoice: PayableInvoice;
  readonly usedCents: number;
  readonly at: Date;
}

/** Ledger key of one payment with credit. The key is unique, because each such payment lowers the amount due. */
const useKey = ({ id, amountDueCents }: PayableInvoice): string => `invoice:${id}:credit-used:${amountDueCents}`;

/** The caller must hold the organization lock. @returns the ledger key */
export async function payWithCredit(tx: Database, { organizationId, invoice, usedCents, at }: CreditUse): Promise<string> {
  const businessKey = useKey(invoice);
  const { id: invoiceId, number, status, amountDueCents } = invoice;
  const dueCents = amountDueCents - usedCents;
  const description = `Used for invoice ${number}`;
  await postWithin(tx, [
    {
      organizationId,
      businessKey,
      description,
      occurredAt: at,
      entries: [
        { account: 'customer_credit', amountCents: usedCents },
        { account: status === 'uncollectible' ? 'bad_debt' : 'receivable', amountCents: -usedCents },
      ],
    },
  ]);
  await tx
    .update(invoices)
    .set({ amountDueCents: dueCents, ...(dueCents === 0 ? { status: invoiceStatusAfter(status, 'pay', 'paid') } : {}) })
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId)));
  const collection = dueCents === 0 ? await lockCollection(tx, organizationId, invoiceId) : null;
  if (collection) await planNextTry(tx, collection, collection.failedTries, null);
  return businessKey;
}

/**
 * Pays overdue invoices with credit, oldest first. Skips invoices that have an unfinished charge or that a plan change may reduce.
 * The caller must hold the organization lock.
 */
export async function useCreditForOverdue(tx: Database, organizationId: number, nowSeconds: number): Promise<void> {
  const overdue = await overdueInvoices(tx, organizationId, nowSeconds);
  let last: { readonly invoiceId: string; readonly usedCents: number } | null = null;
  for (const { id: invoiceId } of overdue) {
    const { balanceCents } = await billedSubscription(tx, organizationId);
    if (balanceCents <= 0) break;
    const invoice = await lockInvoice(tx, organizationId, invoiceId);
    if (!invoice || !isPayable(invoice) || invoice.isProcessing) continue;
    if ((await openChange(tx, organizationId))?.fromInvoiceId === invoiceId) continue;
    const usedCents = creditForInvoice(invoice.amountDueCents, balanceCents);
    const live = await livePayment(tx, { organizationId, invoiceId });
    // Skips an invoice with an unfinished payment. Exception: credit pays the whole invoice, and the payment is only an open payment page.
    // If the payer still pays on that page, the platform refunds the payment.
    if (live && !(live.channel === 'checkout' && usedCents === invoice.amountDueCents)) continue;
    if (usedCents <= 0) continue;
    await payWithCredit(tx, { organizationId, invoice, usedCents, at: instantOf(nowSeconds) });
    last = { invoiceId, usedCents };
  }
  // Queues only one email, even if credit has paid several invoices.
  if (last) await queueLowCredit(tx, { organizationId, ...last, atSeconds: nowSeconds });
}
