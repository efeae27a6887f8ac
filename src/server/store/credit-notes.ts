import { randomBytes } from 'node:crypto';
import { asc, inArray, sql } from 'drizzle-orm';
import type { UncollectedInvoice } from '#server/domain/late-usage.ts';
import { rowsOf, type Database } from '#server/database/database.ts';
import { creditNotes } from '#server/database/tables/credit-notes.ts';
import { invoiceLines, invoices } from '#server/database/tables/invoices.ts';

export type CreditNoteRow = typeof creditNotes.$inferSelect;

export async function insertCreditNote(tx: Database, note: Omit<typeof creditNotes.$inferInsert, 'id'>): Promise<string> {
  const id = `cn_${randomBytes(12).toString('hex')}`;
  await tx.insert(creditNotes).values({ id, ...note });
  return id;
}

/** The credit notes of these invoices, oldest first. */
export async function creditNotesOf(db: Database, invoiceIds: readonly string[]): Promise<CreditNoteRow[]> {
  if (invoiceIds.length === 0) return [];
  return db
    .select()
    .from(creditNotes)
    .where(inArray(creditNotes.invoiceId, [...invoiceIds]))
    .orderBy(asc(creditNotes.createdAt), asc(creditNotes.id));
}

/** The invoices that bill periods and were never collected, unpaid or forgiven, oldest first, by period. */
export async function uncollectedInvoices(
  db: Database,
  organizationId: number,
  periodIds: readonly number[],
): Promise<Map<number, UncollectedInvoice[]>> {
  const byPeriod = new Map<number, UncollectedInvoice[]>();
  if (periodIds.length === 0) return byPeriod;
  const rows = rowsOf<UncollectedInvoice & { periodId: number }>(
    await db.execute(sql`
      select p.id::float8 as "periodId", i.id, i.amount_due_cents::float8 as "dueCents", i.status in ('open', 'issued') and not i.payment_is_processing as "carriesSmall"
      from ${invoices} i, unnest(${sql.param([...periodIds])}::bigint[]) as p (id)
      where i.organization_id = ${organizationId} and i.status in ('open', 'issued', 'uncollectible', 'void') and i.amount_due_cents > 0
        and exists (select 1 from ${invoiceLines} l where l.invoice_id = i.id and l.period_id = p.id)
      order by i.finalized_at, i.id`),
  );
  for (const { periodId, ...invoice } of rows) byPeriod.set(periodId, [...(byPeriod.get(periodId) ?? []), invoice]);
  return byPeriod;
}
