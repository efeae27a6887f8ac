import { randomBytes } from 'node:crypto';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { BilledTo, Seller } from '#contract/types.ts';
import type { UncollectedInvoice } from '#server/domain/late-usage.ts';
import { rowsOf, type Database } from '#server/database/database.ts';
import { creditNotes } from '#server/database/tables/credit-notes.ts';
import { readSetting } from '#server/database/settings.ts';
import { invoiceLines, invoices } from '#server/database/tables/invoices.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { disputes, refunds } from '#server/database/tables/refunds.ts';
import { billedToNow } from './customers.ts';
import { creditNoteNumber } from './invoices/invoice-writing.ts';

export type CreditNoteRow = typeof creditNotes.$inferSelect;

type NewCreditNote = Omit<typeof creditNotes.$inferInsert, 'id' | 'number' | 'billedTo' | 'seller'>;

/** Reserves the next credit note number and returns it with the current seller. The caller must hold the organization lock. */
export async function nextCreditNoteNumber(tx: Database, organizationId: number): Promise<{ number: string; seller: Seller | null }> {
  const [numbered] = await tx
    .update(subscriptions)
    .set({ creditNotesNumbered: sql`${subscriptions.creditNotesNumbered} + 1` })
    .from(organizations)
    .where(and(eq(subscriptions.organizationId, organizationId), eq(organizations.id, organizationId)))
    .returning({ position: subscriptions.creditNotesNumbered, slug: organizations.slug });
  if (!numbered) throw new Error(`Organization ${organizationId} has no subscription`);
  const selling = await readSetting(tx, 'seller');
  return { number: creditNoteNumber(numbered.slug, numbered.position, selling?.series ?? ''), seller: selling?.seller ?? null };
}

/** Bill-to of an invoice, or the customer's current bill-to if the invoice is a draft. */
async function billedToOf(tx: Database, organizationId: number, invoiceId: string): Promise<BilledTo> {
  const [invoice] = await tx
    .select({ billedTo: invoices.billedTo })
    .from(invoices)
    .where(and(eq(invoices.organizationId, organizationId), eq(invoices.id, invoiceId)));
  return invoice?.billedTo ?? billedToNow(tx, organizationId);
}

/** Inserts a credit note with the next number of its series. The caller must hold the organization lock. */
export async function insertCreditNote(tx: Database, note: NewCreditNote): Promise<CreditNoteRow> {
  const { number, seller } = await nextCreditNoteNumber(tx, note.organizationId);
  const billedTo = await billedToOf(tx, note.organizationId, note.invoiceId);
  const id = `cn_${randomBytes(12).toString('hex')}`;
  const [row] = await tx
    .insert(creditNotes)
    .values({ id, ...note, number, seller, billedTo })
    .returning();
  if (!row) throw new Error('The credit note was not written');
  return row;
}

export async function creditNotesOf(db: Database, organizationId: number, invoiceIds: readonly string[]): Promise<CreditNoteRow[]> {
  if (invoiceIds.length === 0) return [];
  return db
    .select()
    .from(creditNotes)
    .where(and(eq(creditNotes.organizationId, organizationId), inArray(creditNotes.invoiceId, [...invoiceIds])))
    .orderBy(asc(creditNotes.createdAt), asc(creditNotes.number), asc(creditNotes.id));
}

export async function findCreditNote(db: Database, organizationId: number, id: string) {
  const [found] = await db
    .select({ note: creditNotes, invoiceNumber: invoices.number, periodStart: invoices.periodStart, periodEnd: invoices.periodEnd })
    .from(creditNotes)
    .innerJoin(invoices, and(eq(invoices.organizationId, creditNotes.organizationId), eq(invoices.id, creditNotes.invoiceId)))
    .where(and(eq(creditNotes.organizationId, organizationId), eq(creditNotes.id, id)));
  return found ?? null;
}

export type CreditNotePapers = NonNullable<Awaited<ReturnType<typeof findCreditNote>>>;

type OfPeriod = UncollectedInvoice & { periodId: number };

/** One paid invoice for each period, preferably one with an open dispute. Empty if held credit covers all open disputes. */
const disputedInvoices = async (db: Database, organizationId: number, periodIds: readonly number[]): Promise<OfPeriod[]> =>
  rowsOf<OfPeriod>(
    await db.execute(sql`
      select p.id::float8 as "periodId", paid.id, d.uncovered::float8 as "dueCents", false as "carriesSmall", 'disputed' as money
      from (
        select sum(amount_cents - held_cents) as uncovered from ${disputes}
        where organization_id = ${organizationId} and state = 'open' having sum(amount_cents - held_cents) > 0
      ) d, unnest(${sql.param([...periodIds])}::bigint[]) as p (id), lateral (
        select i.id from ${invoices} i where i.organization_id = ${organizationId} and i.status = 'paid'
          and i.id in (select l.invoice_id from ${invoiceLines} l where l.organization_id = ${organizationId} and l.period_id = p.id)
        order by exists (select 1 from ${disputes} o where o.organization_id = ${organizationId} and o.source = 'invoice:' || i.id and o.state = 'open') desc,
          i.finalized_at, i.id limit 1
      ) paid`),
  );

/**
 * Uncollected invoices by period, oldest first, disputed invoices last. Refunded amounts exclude credit and earlier corrections. `offset 0`
 * stops PostgreSQL from scanning the lines of all invoices.
 */
export async function uncollectedInvoices(
  db: Database,
  organizationId: number,
  periodIds: readonly number[],
): Promise<Map<number, UncollectedInvoice[]>> {
  const byPeriod = new Map<number, UncollectedInvoice[]>();
  if (periodIds.length === 0) return byPeriod;
  const rows = rowsOf<OfPeriod>(
    await db.execute(sql`
      select p.id::float8 as "periodId", u.id, u.due::float8 as "dueCents", u.carries as "carriesSmall", u.money
      from (
        select i.id, i.finalized_at, i.amount_due_cents as due, i.status in ('open', 'issued') and not i.payment_is_processing as carries, 'unpaid' as money
        from ${invoices} i where i.organization_id = ${organizationId} and i.status in ('open', 'issued', 'uncollectible', 'void')
        union all
        select i.id, i.finalized_at, sum(r.amount_cents - r.credit_cents) + i.credited_cents
          - (select coalesce(sum(n.amount_cents - n.balance_cents), 0) from ${creditNotes} n where n.organization_id = ${organizationId} and n.invoice_id = i.id), false, 'refunded'
        from ${invoices} i join ${refunds} r on r.source = 'invoice:' || i.id and r.state <> 'failed'
        where i.organization_id = ${organizationId} and r.organization_id = ${organizationId} and i.status = 'paid'
        group by i.id, i.finalized_at, i.credited_cents
      ) u, unnest(${sql.param([...periodIds])}::bigint[]) as p (id)
      where u.due > 0 and exists (select 1 from ${invoiceLines} l where l.organization_id = ${organizationId} and l.invoice_id = u.id and l.period_id = p.id offset 0)
      order by u.finalized_at, u.id`),
  );
  for (const { periodId, ...invoice } of [...rows, ...(await disputedInvoices(db, organizationId, periodIds))])
    byPeriod.set(periodId, [...(byPeriod.get(periodId) ?? []), invoice]);
  return byPeriod;
}
