import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { type Database, instantOf } from '#server/database/database.ts';
import { collections } from '#server/database/tables/collections.ts';
import { invoiceCounter, invoices } from '#server/database/tables/invoices.ts';
import { invoiceFields, type InvoiceFilters, type InvoicePage, type PageOf } from './invoices.ts';

/**
 * Invoices by number: the digits that it ends with ('12' or '0012' for …-0012), or the number or its end as it is
 * written. What an index can't find is not searched for, so it costs the same in any history.
 */
export async function searchInvoices(
  db: Database,
  organizationId: number,
  search: string,
  page: PageOf,
  { statuses, from, until }: InvoiceFilters = {},
): Promise<InvoicePage> {
  const text = search.trim().toUpperCase();
  const digits = /\d+$/.exec(text)?.[0];
  if (digits === undefined) return { rows: [], total: 0 };
  const found = await db
    .select(invoiceFields)
    .from(invoices)
    .leftJoin(collections, eq(collections.invoiceId, invoices.id))
    .where(
      and(
        eq(invoices.organizationId, organizationId),
        sql`${invoiceCounter(invoices.number)} = ${digits.replace(/^0+/, '')}`,
        digits === text ? undefined : sql`right(upper(${invoices.number}), ${text.length}) = ${text}`,
        statuses && inArray(invoices.status, [...statuses]),
        from === undefined ? undefined : gte(invoices.periodEnd, instantOf(from)),
        until === undefined ? undefined : lt(invoices.periodEnd, instantOf(until)),
      ),
    )
    .orderBy(desc(invoices.periodEnd), desc(invoices.id))
    .limit(100);
  return { rows: found.slice(page.offset, page.offset + page.limit), total: found.length };
}
