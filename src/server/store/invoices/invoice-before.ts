import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { invoices } from '#server/database/tables/invoices.ts';
import { newestFirst, type InvoiceRow } from './invoices.ts';

export async function invoiceBefore(db: Database, organizationId: number, { id, periodEnd }: Pick<InvoiceRow, 'id' | 'periodEnd'>) {
  const [row] = await db
    .select({ id: invoices.id, number: invoices.number })
    .from(invoices)
    .where(
      and(
        eq(invoices.organizationId, organizationId),
        sql`(${invoices.periodEnd}, ${invoices.id}) < (${periodEnd.toISOString()}::timestamptz, ${id})`,
      ),
    )
    .orderBy(...newestFirst)
    .limit(1);
  return row ?? null;
}
