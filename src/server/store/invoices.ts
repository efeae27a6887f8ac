import { and, desc, eq, sql } from 'drizzle-orm';
import { perDatabase, type Database } from './database.ts';
import { invoiceCounts, invoices } from './tables/invoices.ts';

const fields = {
  id: invoices.id,
  number: invoices.number,
  status: invoices.status,
  periodEnd: invoices.periodEnd,
  amountDueCents: invoices.amountDueCents,
  subtotalCents: invoices.subtotalCents,
  paymentAttempted: invoices.paymentAttempted,
  paymentIsProcessing: invoices.paymentIsProcessing,
  pdfPath: invoices.pdfPath,
  subscriptionId: invoices.subscriptionId,
};

const statements = perDatabase((db) => ({
  page: db
    .select({
      ...fields,
      total: sql<number>`(select ${invoiceCounts.count} from ${invoiceCounts} where ${invoiceCounts.organizationId} = ${sql.placeholder('organizationId')})`,
    })
    .from(invoices)
    .where(eq(invoices.organizationId, sql.placeholder('organizationId')))
    .orderBy(desc(invoices.periodEnd), desc(invoices.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('invoice_page'),
  count: db
    .select({ count: invoiceCounts.count })
    .from(invoiceCounts)
    .where(eq(invoiceCounts.organizationId, sql.placeholder('organizationId')))
    .prepare('invoice_count'),
  one: db
    .select(fields)
    .from(invoices)
    .where(and(eq(invoices.organizationId, sql.placeholder('organizationId')), eq(invoices.id, sql.placeholder('invoiceId'))))
    .prepare('invoice_of_organization'),
}));

export async function countInvoices(db: Database, organizationId: number): Promise<number> {
  const [row] = await statements(db).count.execute({ organizationId });
  return row?.count ?? 0;
}

/** Newest first, with the number of all of them. A page beyond the end is empty and still knows the total. */
export async function invoicePage(db: Database, organizationId: number, page: { offset: number; limit: number }) {
  const rows = await statements(db).page.execute({ organizationId, ...page });
  return { rows, total: rows[0]?.total ?? (await countInvoices(db, organizationId)) };
}

/** An invoice of this organization; null for an unknown id and for one of another organization. */
export async function findInvoice(db: Database, organizationId: number, invoiceId: string) {
  const [row] = await statements(db).one.execute({ organizationId, invoiceId });
  return row ?? null;
}

export type InvoiceRow = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;
