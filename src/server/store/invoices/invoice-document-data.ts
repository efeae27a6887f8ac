import { and, eq, inArray, or } from 'drizzle-orm';
import type { InvoicePayment } from '#lib/invoice-balance.ts';
import { type Database, secondsOf } from '#server/database/database.ts';
import { changes } from '#server/database/tables/changes.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { ledgerTransactions } from '#server/database/tables/ledger.ts';
import { paymentMethods } from '#server/database/tables/payment-methods.ts';
import { payments } from '#server/database/tables/payments.ts';
import { billedToNow } from '#server/store/customers.ts';
import { creditNotesOf } from '#server/store/credit-notes.ts';
import { correctionsOf } from './invoice-corrections.ts';
import { findInvoice, type InvoiceRow } from './invoices.ts';

/** A draft has no PDF, because it can still change. */
export const hasPdf = ({ status }: Pick<InvoiceRow, 'status'>): boolean => status !== 'draft';

/** An invoice has a receipt only if money was collected. */
export const hasReceipt = ({ status, amountDueCents }: Pick<InvoiceRow, 'status' | 'amountDueCents'>): boolean =>
  status === 'paid' && amountDueCents > 0;

const paidKey = (invoiceId: string): string => `invoice:${invoiceId}:paid`;

/** Invoices without a recorded payment are absent. */
export async function paymentsOfInvoices(
  db: Database,
  organizationId: number,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, InvoicePayment>> {
  if (invoiceIds.length === 0) return new Map();
  // The queries run one after the other, because a transaction's connection runs one statement at a time.
  const booked = await db
    .select({ key: ledgerTransactions.businessKey, at: ledgerTransactions.occurredAt })
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.organizationId, organizationId), inArray(ledgerTransactions.businessKey, invoiceIds.map(paidKey))));
  const succeeded = await db
    .select({
      ofInvoice: payments.invoiceId,
      ofChange: changes.invoiceId,
      channel: payments.channel,
      brand: paymentMethods.brand,
      last4: paymentMethods.last4,
    })
    .from(payments)
    .leftJoin(paymentMethods, and(eq(paymentMethods.organizationId, payments.organizationId), eq(paymentMethods.id, payments.methodId)))
    .leftJoin(changes, and(eq(changes.organizationId, payments.organizationId), eq(changes.id, payments.changeId)))
    .where(
      and(
        eq(payments.organizationId, organizationId),
        eq(payments.state, 'succeeded'),
        or(inArray(payments.invoiceId, [...invoiceIds]), inArray(changes.invoiceId, [...invoiceIds])),
      ),
    );
  const times = new Map(booked.map(({ key, at }) => [key, secondsOf(at)]));
  const ways = new Map(succeeded.map((payment) => [payment.ofInvoice ?? payment.ofChange, payment]));
  return new Map(
    invoiceIds.flatMap((id) => {
      const at = times.get(paidKey(id)) ?? null;
      const way = ways.get(id);
      if (at === null && !way) return [];
      const card = way?.brand ? { brand: way.brand, last4: way.last4 ?? '' } : null;
      return [[id, { at, card, isOnPaymentPage: way?.channel === 'checkout' }]] as const;
    }),
  );
}

export async function invoiceDocumentData(db: Database, organizationId: number, invoiceId: string) {
  const invoice = await findInvoice(db, organizationId, invoiceId);
  if (!invoice) return null;
  const billedTo = invoice.billedTo ?? (await billedToNow(db, organizationId));
  const [period] = await db
    .select({ start: invoices.periodStart })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId)));
  const paid = await paymentsOfInvoices(db, organizationId, [invoiceId]);
  const notes = await creditNotesOf(db, organizationId, [invoiceId]);
  const corrections = await correctionsOf(db, organizationId, [invoiceId]);
  if (!period) throw new Error(`Invoice ${invoiceId} belongs to no organization`);
  return { invoice, billedTo, periodStart: period.start, payment: paid.get(invoiceId) ?? null, creditNotes: notes, corrections };
}

export type InvoicePapers = NonNullable<Awaited<ReturnType<typeof invoiceDocumentData>>>;
