import { and, eq } from 'drizzle-orm';
import { billedToNow } from './billed-to.ts';
import type { Database } from './database.ts';
import { findInvoice } from './invoices.ts';
import { invoices } from './tables/invoices.ts';
import { ledgerTransactions } from './tables/ledger.ts';
import { paymentMethods } from './tables/payment-methods.ts';
import { payments } from './tables/payments.ts';

/** What a document says of an invoice beyond its lines; null for an id that the organization does not have. */
export async function invoicePapers(db: Database, organizationId: number, invoiceId: string) {
  const invoice = await findInvoice(db, organizationId, invoiceId);
  if (!invoice) return null;
  const [billedTo, [period], [paid], [card]] = await Promise.all([
    invoice.billedTo ?? billedToNow(db, organizationId),
    db.select({ start: invoices.periodStart }).from(invoices).where(eq(invoices.id, invoiceId)),
    db
      .select({ at: ledgerTransactions.occurredAt })
      .from(ledgerTransactions)
      .where(and(eq(ledgerTransactions.organizationId, organizationId), eq(ledgerTransactions.businessKey, `invoice:${invoiceId}:paid`))),
    db
      .select({ brand: paymentMethods.brand, last4: paymentMethods.last4 })
      .from(payments)
      .innerJoin(paymentMethods, eq(paymentMethods.id, payments.methodId))
      .where(and(eq(payments.invoiceId, invoiceId), eq(payments.state, 'succeeded'))),
  ]);
  if (!period) throw new Error(`Invoice ${invoiceId} belongs to no organization`);
  return { invoice, billedTo, periodStart: period.start, paidAt: paid?.at ?? null, card: card ?? null };
}

export type InvoicePapers = NonNullable<Awaited<ReturnType<typeof invoicePapers>>>;
