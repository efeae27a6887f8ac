import { eq } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { billedToNow } from './customers.ts';
import { creditNotesOf } from './credit-notes.ts';
import { paymentsOfInvoices } from './invoice-payments.ts';
import { findInvoice } from './invoices.ts';

/** What a document says of an invoice beyond its lines; null for an id that the organization does not have. */
export async function invoiceDocumentData(db: Database, organizationId: number, invoiceId: string) {
  const invoice = await findInvoice(db, organizationId, invoiceId);
  if (!invoice) return null;
  const [billedTo, [period], paid, notes] = await Promise.all([
    invoice.billedTo ?? billedToNow(db, organizationId),
    db.select({ start: invoices.periodStart }).from(invoices).where(eq(invoices.id, invoiceId)),
    paymentsOfInvoices(db, organizationId, [invoiceId]),
    creditNotesOf(db, [invoiceId]),
  ]);
  if (!period) throw new Error(`Invoice ${invoiceId} belongs to no organization`);
  return { invoice, billedTo, periodStart: period.start, payment: paid.get(invoiceId) ?? null, creditNotes: notes };
}

export type InvoicePapers = NonNullable<Awaited<ReturnType<typeof invoiceDocumentData>>>;
