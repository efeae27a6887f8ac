import { and, eq, inArray, sql } from 'drizzle-orm';
import type { InvoiceNow } from './invoice-email-truth.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { collections } from '#server/database/tables/collections.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { disputes } from '#server/database/tables/refunds.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { sourceOfInvoice } from '#server/store/ledger.ts';

export async function invoiceNow(db: Database, organizationId: number, invoiceId: string): Promise<InvoiceNow | null> {
  const [invoice] = await db
    .select({
      status: invoices.status,
      totalCents: invoices.subtotalCents,
      dueCents: invoices.amountDueCents,
      creditedCents: invoices.creditedCents,
      isProcessing: invoices.paymentIsProcessing,
      isAttempted: invoices.paymentAttempted,
      dueAt: invoices.dueAt,
      nextTryAt: collections.nextTryAt,
      paidBy: subscriptions.paymentMethodType,
      hasCard: sql<boolean>`exists (select from payment_methods m where m.organization_id = ${organizationId} and m.is_default)`,
    })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.organizationId, invoices.organizationId))
    .leftJoin(collections, and(eq(collections.organizationId, invoices.organizationId), eq(collections.invoiceId, invoices.id)))
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId)));
  if (!invoice) return null;
  const { dueAt, nextTryAt, ...rest } = invoice;
  const disputed = await disputeNow(db, organizationId, invoiceId);
  return { ...rest, disputed, dueAt: dueAt && secondsOf(dueAt), nextTryAt: nextTryAt && secondsOf(nextTryAt) };
}

/** `disputed` if a dispute is open, `returned` if it is lost, otherwise null. */
async function disputeNow(db: Database, organizationId: number, invoiceId: string): Promise<InvoiceNow['disputed']> {
  const rows = await db
    .select({ state: disputes.state })
    .from(disputes)
    .where(
      and(
        eq(disputes.organizationId, organizationId),
        eq(disputes.source, sourceOfInvoice(invoiceId)),
        inArray(disputes.state, ['open', 'lost']),
      ),
    );
  if (rows.length === 0) return null;
  return rows.some(({ state }) => state === 'open') ? 'disputed' : 'returned';
}
