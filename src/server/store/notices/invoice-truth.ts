import { and, eq, inArray, sql } from 'drizzle-orm';
import { isOwed } from '#lib/invoice-status.ts';
import { overdueCalendar } from '#server/domain/collection.ts';
import type { InvoiceToday } from '#server/domain/notices.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { collections } from '#server/database/tables/collections.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { disputes } from '#server/database/tables/refunds.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { sourceOfInvoice } from '#server/store/ledger.ts';

/** An invoice, how it is collected, and whether what paid it is here. */
export async function invoiceNow(db: Database, organizationId: number, invoiceId: string) {
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

export type InvoiceNow = NonNullable<Awaited<ReturnType<typeof invoiceNow>>>;

/** What the bank does with the payment of an invoice; null if it stands. */
async function disputeNow(db: Database, organizationId: number, invoiceId: string): Promise<'disputed' | 'returned' | null> {
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

export const isPaidNow = ({ status, disputed }: InvoiceNow): boolean => status === 'paid' && disputed === null;

function stateOf(invoice: InvoiceNow): InvoiceToday['state'] | null {
  const { status, dueCents, disputed, isProcessing, isAttempted, paidBy, nextTryAt, hasCard } = invoice;
  if (status === 'paid') return disputed;
  if (!isOwed(status, dueCents)) return null;
  if (isProcessing) return 'under_way';
  if (nextTryAt !== null && hasCard) return isAttempted ? 'failed' : 'to_charge';
  if (status === 'uncollectible') return 'given_up';
  if (status === 'issued' || paidBy === 'invoice') return 'to_pay';
  if (!hasCard) return 'no_card';
  return isAttempted ? 'failed' : 'to_pay';
}

/** The facts of an invoice's email as of today, whatever they were when it was issued. */
export function issuedFacts(invoice: InvoiceNow, nowSeconds: number) {
  const { totalCents, dueCents, creditedCents, dueAt, nextTryAt } = invoice;
  const state = stateOf(invoice);
  const today: InvoiceToday | undefined =
    state === null ? undefined : { state, nextTryAt, isOverdue: dueAt !== null && dueAt <= nowSeconds };
  return { totalCents, dueCents, creditedCents, dueAt, ...(today && { today }) };
}

/** The next try and the dates of an invoice that could not be charged, as of today. */
export function failedFacts({ dueAt, nextTryAt }: InvoiceNow) {
  return { nextTryAt, overdueAt: dueAt, restrictedAt: dueAt === null ? null : overdueCalendar(dueAt).restrictedSeconds };
}

/** Whether the payment of an invoice is still to be made. */
export const isUnpaidNow = ({ status, dueCents, isProcessing }: InvoiceNow): boolean => isOwed(status, dueCents) && !isProcessing;
