import { and, eq, or } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { changes } from '#server/database/tables/changes.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { ledgerTransactions } from '#server/database/tables/ledger.ts';
import { paymentMethods } from '#server/database/tables/payment-methods.ts';
import { payments } from '#server/database/tables/payments.ts';
import { billedToNow } from './customers.ts';
import { creditNotesOf } from './credit-notes.ts';
import { findInvoice } from './invoices.ts';

/** What a document says of an invoice beyond its lines; null for an id that the organization does not have. */
export async function invoiceDocumentData(db: Database, organizationId: number, invoiceId: string) {
  const invoice = await findInvoice(db, organizationId, invoiceId);
  if (!invoice) return null;
  const [billedTo, [period], [paid], [card], notes] = await Promise.all([
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
      .leftJoin(changes, eq(changes.id, payments.changeId))
      .where(and(or(eq(payments.invoiceId, invoiceId), eq(changes.invoiceId, invoiceId)), eq(payments.state, 'succeeded'))),
    creditNotesOf(db, [invoiceId]),
  ]);
  if (!period) throw new Error(`Invoice ${invoiceId} belongs to no organization`);
  return { invoice, billedTo, periodStart: period.start, paidAt: paid?.at ?? null, card: card ?? null, creditNotes: notes };
}

export type InvoicePapers = NonNullable<Awaited<ReturnType<typeof invoiceDocumentData>>>;
