import { secondsOf } from '#server/database/database.ts';
import { staffInvoices, staffPayments } from '#server/store/staff-actions.ts';
import type { AdminHandler } from './admin-handler.ts';
import { requireOrganization } from './organizations.ts';

const usualPage = 50;

/** What staff can act on: the ids that forgiving, crediting and retrying take. */
export const listStaffInvoices: AdminHandler<'listStaffInvoices'> = async ({ params: { slug }, query }, { db }) => {
  const { id } = await requireOrganization(db, slug);
  const { limit = usualPage, offset = 0 } = query;
  const rows = await staffInvoices(db, id, { limit, offset });
  const invoices = rows.map((row) => ({
    id: row.id,
    number: row.number,
    organization: slug,
    status: row.status,
    subtotal_cents: row.subtotalCents,
    amount_due_cents: row.amountDueCents,
    credited_cents: row.creditedCents,
    period_end: secondsOf(row.periodEnd),
  }));
  return { data: { invoices } };
};

/** The ids that a refund takes, with what has gone back already. */
export const listStaffPayments: AdminHandler<'listStaffPayments'> = async ({ params: { slug }, query }, { db }) => {
  const { id } = await requireOrganization(db, slug);
  const { limit = usualPage, offset = 0 } = query;
  const rows = await staffPayments(db, id, { limit, offset });
  const payments = rows.map((row) => ({
    id: row.id,
    gateway_id: row.intentId,
    state: row.state,
    amount_cents: row.amountCents,
    refunded_cents: row.refundedCents,
    invoice: row.invoiceId,
    created_at: secondsOf(row.createdAt),
  }));
  return { data: { payments } };
};
