import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { disputeSteps, refundSteps, requireMove, type DisputeState, type RefundState } from '#server/domain/state-steps.ts';
import type { RefundablePayment } from '#server/domain/refund-split.ts';
import { rowsOf, type Database } from '#server/database/database.ts';
import { changes } from '#server/database/tables/changes.ts';
import { invoiceLines } from '#server/database/tables/invoices.ts';
import { disputes, refunds } from '#server/database/tables/refunds.ts';
import { creditLeft, sourceOfInvoice } from './ledger.ts';
import type { PaymentRow } from './payments.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type DisputeRow = typeof disputes.$inferSelect;

/** Credit source of a payment: the top-up, the invoice, or the invoice that a change created. */
export async function sourceOfPayment(db: Database, { organizationId, topUpId, invoiceId, changeId }: PaymentRow): Promise<string> {
  if (topUpId !== null) return `top-up:${topUpId}`;
  if (invoiceId !== null) return sourceOfInvoice(invoiceId);
  const [change] = await db
    .select({ invoiceId: changes.invoiceId })
    .from(changes)
    .where(and(eq(changes.organizationId, organizationId), eq(changes.id, changeId ?? '')));
  return sourceOfInvoice(change?.invoiceId ?? '');
}

const invoicePrefix = sourceOfInvoice('');
const invoiceOf = (source: string): string => (source.startsWith(invoicePrefix) ? source.slice(invoicePrefix.length) : '');

/**
 * Cents that other invoices credited for corrected usage of this invoice. Per period, the sum is at most the amount that this invoice
 * billed.
 */
const correctedSince = (organizationId: number, source: string) => sql`(
  select coalesce(sum(least(own.cents, other.cents)), 0)::float8
  from (select l.invoice_id, l.period_id, sum(l.amount_cents) as cents from ${invoiceLines} l
    where l.organization_id = ${organizationId} and l.invoice_id = ${invoiceOf(source)} and l.period_id is not null group by l.invoice_id, l.period_id) own
  cross join lateral (select coalesce(sum(-net.cents), 0) as cents from (
    select sum(o.amount_cents) as cents from ${invoiceLines} o
    where o.organization_id = ${organizationId} and o.period_id = own.period_id and o.invoice_id <> own.invoice_id group by o.invoice_id) net where net.cents < 0) other
  where own.cents > 0)`;

export async function refundablePayment(db: Database, payment: PaymentRow, source: string): Promise<RefundablePayment> {
  const { organizationId, amountCents } = payment;
  const ofPayment = sql`organization_id = ${organizationId} and payment_id = ${payment.id}`;
  const [sums] = rowsOf<{ refunded: number; credit: number; disputed: number; spentAtOnce: number; credited: number; corrected: number }>(
    await db.execute(sql`
      select
        (select coalesce(sum(amount_cents), 0)::float8 from refunds where ${ofPayment} and state <> 'failed') as refunded,
        (select coalesce(sum(credit_cents), 0)::float8 from refunds where ${ofPayment} and state <> 'failed') as credit,
        (select coalesce(sum(amount_cents), 0)::float8 from disputes where ${ofPayment} and state <> 'won') as disputed,
        (select coalesce(sum(least(unused_cents, plan_price_cents)), 0)::float8 from changes
          where organization_id = ${organizationId} and state = 'applied' and 'invoice:' || from_invoice_id = ${source}) as "spentAtOnce",
        (select coalesce(-sum(e.amount_cents), 0)::float8 from ledger_transactions t join ledger_entries e on e.organization_id = t.organization_id and e.transaction_id = t.id
          where t.organization_id = ${organizationId} and t.source = ${source} and e.account = 'customer_credit' and e.amount_cents < 0
            and t.business_key not like 'refund:%' and t.business_key not like 'dispute:%') as credited,
        ${correctedSince(organizationId, source)} as corrected`),
  );
  if (!sums) throw new Error(`The refunds of ${payment.id} can't be read`);
  return {
    paidCents: amountCents,
    refundedCents: sums.refunded,
    refundedFromCreditCents: sums.credit,
    disputedCents: sums.disputed,
    givenCents: sums.spentAtOnce + sums.credited + sums.corrected,
    creditLeftCents: await creditLeft(db, organizationId, source),
  };
}

/** The billed amount less everything already credited or refunded. */
export async function creditableCents(db: Database, organizationId: number, invoiceId: string): Promise<number> {
  const source = sourceOfInvoice(invoiceId);
  const [row] = rowsOf<{ cents: number }>(
    await db.execute(sql`
      select (i.subtotal_cents
        - (select coalesce(sum(n.amount_cents - n.balance_cents), 0) from credit_notes n where n.organization_id = i.organization_id and n.invoice_id = i.id)
        - (select coalesce(-sum(e.amount_cents), 0) from ledger_transactions t join ledger_entries e on e.organization_id = t.organization_id and e.transaction_id = t.id
            where t.organization_id = i.organization_id and t.source = ${source} and e.account = 'customer_credit' and e.amount_cents < 0
              and t.business_key not like 'refund:%' and t.business_key not like 'dispute:%' and t.business_key <> ${`${source}:paid`})
        - (select coalesce(sum(least(unused_cents, plan_price_cents)), 0) from changes
            where organization_id = i.organization_id and state = 'applied' and from_invoice_id = i.id)
        - (select coalesce(sum(r.amount_cents - r.credit_cents), 0) from refunds r where r.organization_id = i.organization_id and r.source = ${source} and r.state <> 'failed')
        - ${correctedSince(organizationId, source)})::float8 as cents
      from invoices i where i.organization_id = ${organizationId} and i.id = ${invoiceId}`),
  );
  return Math.max(0, row?.cents ?? 0);
}

/** Includes pending and succeeded refunds, in cents. */
export async function refundedOf(db: Database, organizationId: number, paymentId: string): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.organizationId, organizationId), eq(refunds.paymentId, paymentId), ne(refunds.state, 'failed')));
  return row?.cents ?? 0;
}

export async function insertRefund(tx: Database, refund: typeof refunds.$inferInsert): Promise<RefundRow> {
  const [row] = await tx.insert(refunds).values(refund).returning();
  if (!row) throw new Error('The refund was not written');
  return row;
}

type RowPlace = Pick<RefundRow | DisputeRow, 'organizationId' | 'id'>;

const refundAt = ({ organizationId, id }: RowPlace) => and(eq(refunds.organizationId, organizationId), eq(refunds.id, id));
const disputeAt = ({ organizationId, id }: RowPlace) => and(eq(disputes.organizationId, organizationId), eq(disputes.id, id));

export async function findRefund(db: Database, place: RowPlace): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(refundAt(place));
  return row ?? null;
}

/** @throws {DomainError} if the state table has no such transition */
export async function moveRefund(tx: Database, place: RowPlace & Pick<RefundRow, 'state'>, state: RefundState): Promise<void> {
  requireMove(refundSteps, place.state, state);
  await tx.update(refunds).set({ state }).where(refundAt(place));
}

export async function insertDispute(tx: Database, dispute: typeof disputes.$inferInsert): Promise<DisputeRow> {
  const [row] = await tx.insert(disputes).values(dispute).returning();
  if (!row) throw new Error('The dispute was not written');
  return row;
}

export async function lockDispute(tx: Database, place: RowPlace): Promise<DisputeRow | null> {
  const [row] = await tx.select().from(disputes).where(disputeAt(place)).for('update');
  return row ?? null;
}

/** Affects only the database. @throws {DomainError} if the state table has no such transition */
export async function closeDispute(
  tx: Database,
  place: RowPlace & Pick<DisputeRow, 'state'>,
  state: Exclude<DisputeState, 'open'>,
  closedAt: Date,
): Promise<void> {
  requireMove(disputeSteps, place.state, state);
  await tx.update(disputes).set({ state, closedAt }).where(disputeAt(place));
}

const isOpen = eq(disputes.state, 'open');

function whose(money: { readonly of: string } | { readonly except: string | null }) {
  if ('of' in money) return eq(disputes.source, money.of);
  return money.except === null ? undefined : ne(disputes.source, money.except);
}

/**
 * Open disputes whose amount exceeds their held credit, oldest first.
 * @param money selects disputes by source: `of` selects only this source; `except` selects all other sources, or all sources if null
 */
export const uncoveredDisputes = (
  db: Database,
  organizationId: number,
  money: { readonly of: string } | { readonly except: string | null },
): Promise<DisputeRow[]> =>
  db
    .select()
    .from(disputes)
    .where(and(eq(disputes.organizationId, organizationId), isOpen, gt(disputes.amountCents, disputes.heldCents), whose(money)))
    .orderBy(disputes.openedAt, disputes.id);

export async function holdMore(tx: Database, place: RowPlace, cents: number): Promise<void> {
  await tx
    .update(disputes)
    .set({ heldCents: sql`${disputes.heldCents} + ${cents}` })
    .where(disputeAt(place));
}

export async function isDisputed(db: Database, organizationId: number, source: string): Promise<boolean> {
  const rows = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.organizationId, organizationId), eq(disputes.source, source), isOpen))
    .limit(1);
  return rows.length > 0;
}

/** Returns changes whose credit for unused time is withheld. The reason is a dispute about the invoice that billed this time. */
export const withheldChanges = (db: Database, organizationId: number, source: string): Promise<{ id: string; withheldCents: number }[]> =>
  db
    .select({ id: changes.id, withheldCents: changes.withheldCents })
    .from(changes)
    .where(
      and(
        eq(changes.organizationId, organizationId),
        gt(changes.withheldCents, 0),
        sql`'invoice:' || ${changes.fromInvoiceId} = ${source}`,
      ),
    );
