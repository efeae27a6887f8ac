import { sql } from 'drizzle-orm';
import { canBePaid } from '#server/domain/state-steps.ts';
import { chargedCents, type FeePayment } from '#server/domain/unused-value.ts';
import { rowsOf, type Database } from '#server/database/database.ts';
import type { invoices } from '#server/database/tables/invoices.ts';

interface Sums {
  readonly status: (typeof invoices.$inferSelect)['status'];
  readonly subtotal: number;
  readonly due: number;
  readonly credited: number;
  readonly carried: number;
  readonly noted: number;
  readonly corrected: number;
  /** Cents of `corrected` that had been refunded before the correction. */
  readonly correctedReturn: number;
  readonly value: number;
  /** Cents of credit that were applied to the invoice after it was opened. */
  readonly used: number;
  readonly refunded: number;
  readonly disputed: number;
}

/**
 * Returns the payment status of the invoice that billed a fee; null if the status is unknown. A draft is unpaid. A written-off invoice can
 * still be paid; a forgiven invoice cannot.
 * @param balanceCents the current balance; while it is negative, an amount that this invoice carried over counts as unpaid
 */
export async function feePaymentOf(
  db: Database,
  organizationId: number,
  invoiceId: string,
  balanceCents: number,
): Promise<FeePayment | null> {
  const [row] = rowsOf<Sums>(
    await db.execute(sql`
      select i.status, i.subtotal_cents::float8 as subtotal, i.amount_due_cents::float8 as due, i.credited_cents::float8 as credited,
        i.carried_cents::float8 as carried,
        (select coalesce(-sum(l.amount_cents), 0)::float8 from invoice_lines l where l.organization_id = i.organization_id and l.invoice_id = i.id and l.key = 'unused_time') as value,
        (select coalesce(sum(n.amount_cents), 0)::float8 from credit_notes n where n.organization_id = i.organization_id and n.invoice_id = i.id and n.period_id is null) as noted,
        (select coalesce(sum(n.amount_cents - n.balance_cents), 0)::float8 from credit_notes n where n.organization_id = i.organization_id and n.invoice_id = i.id and n.period_id is not null) as corrected,
        (select coalesce(sum(n.amount_cents - n.balance_cents), 0)::float8 from credit_notes n where n.organization_id = i.organization_id and n.invoice_id = i.id) - i.credited_cents::float8 as "correctedReturn",
        (select coalesce(sum(e.amount_cents), 0)::float8 from ledger_entries e join ledger_transactions t on t.organization_id = e.organization_id and t.id = e.transaction_id
          where e.organization_id = i.organization_id and e.account = 'customer_credit' and t.business_key like 'invoice:' || i.id || ':credit-used:%') as used,
        (select coalesce(sum(r.amount_cents), 0)::float8 from refunds r where r.organization_id = i.organization_id and r.source = 'invoice:' || i.id and r.state <> 'failed') as refunded,
        (select coalesce(sum(d.amount_cents), 0)::float8 from disputes d where d.organization_id = i.organization_id and d.source = 'invoice:' || i.id and d.state = 'open') as disputed
      from invoices i where i.organization_id = ${organizationId} and i.id = ${invoiceId}`),
  );
  if (!row) return null;
  const { status, subtotal, due, credited, carried, value, noted, corrected, correctedReturn, used, refunded, disputed } = row;
  // An invoice line deducts the carried amount, but a later invoice charges it. The total therefore includes the carried amount again.
  const total = subtotal + carried;
  // `due` excludes amounts that were credited, or paid with credit, after the finalization. These amounts are added back. A draft does not
  // need this, because its sums exclude the balance.
  const charged =
    status === 'draft' ? total + value : chargedCents({ subtotalCents: total, valueUsedCents: value, dueCents: due + credited + used });
  const carriedUnpaid = Math.min(carried, Math.max(0, -balanceCents));
  return {
    // Corrected usage was never payable, so `chargedCents` excludes it. A refund of corrected usage returns no part of the fee, so
    // `returnedCents` excludes it.
    chargedCents: charged - corrected,
    unpaidCents: status === 'draft' ? total - credited : (canBePaid(status) ? due : 0) + carriedUnpaid,
    returnedCents: refunded - correctedReturn + noted + (status === 'void' ? due : 0),
    disputedCents: disputed,
  };
}
