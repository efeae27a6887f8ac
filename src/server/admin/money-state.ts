import type { AdminShape } from '#contract/admin/admin-types.ts';
import { formatDateTime } from '#lib/dates/format.ts';
import { staffMoneyStop } from '#server/billing/approvals/allowance.ts';
import { PlatformError } from '#server/platform-error.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { deleteSetting, readSetting, writeSetting } from '#server/database/settings.ts';
import { staffInvoices, staffLines, staffPayments } from '#server/store/staff-actions.ts';
import type { AdminHandler } from './admin-handler.ts';
import { requireOrganization } from './organizations.ts';
import { invoiceView, lineView } from './staff-invoice-view.ts';

const usualPage = 50;

export const listStaffInvoices: AdminHandler<'listStaffInvoices'> = async ({ params: { slug }, query }, { db }) => {
  const { id } = await requireOrganization(db, slug);
  const { limit = usualPage, offset = 0 } = query;
  const rows = await staffInvoices(db, id, { limit, offset });
  const linesOf = await staffLines(
    db,
    id,
    rows.map((row) => row.id),
  );
  const invoices = rows.map((row) => {
    const lines = (linesOf.get(row.id) ?? []).map(lineView);
    return { ...invoiceView(row, slug), lines, price_books: [...new Set(lines.map((line) => line.price_book))].sort() };
  });
  return { data: { invoices } };
};

/** Lists the payments for refunds, with the amounts already refunded. */
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

async function chargesView(db: Database): Promise<AdminShape<'Charges'>> {
  const pause = await readSetting(db, 'charges_pause');
  return { paused: pause !== null, since: pause?.sinceSeconds ?? null, reason: pause?.reason ?? null, by: pause?.by ?? null };
}

export const getCharges: AdminHandler<'getCharges'> = async (_, { db }) => ({ data: await chargesView(db) });

/** Sets the pause of charges, which each process reads before each charge. Pausing again keeps the first time and reason. */
export const putCharges: AdminHandler<'putCharges'> = ({ body }, { db, key, nowSeconds }) =>
  db.transaction(async (tx) => {
    if (!body.paused) await deleteSetting(tx, 'charges_pause');
    else if ((await readSetting(tx, 'charges_pause')) === null)
      await writeSetting(tx, 'charges_pause', { sinceSeconds: nowSeconds, reason: body.reason ?? null, by: key.id });
    return { data: await chargesView(tx) };
  });

/** @throws {PlatformError} 403 while staff money is blocked after a reset of the limits from the shell */
export async function requireStaffMoney(db: Database, at: Date): Promise<void> {
  const until = await staffMoneyStop(db, at);
  if (until !== null)
    throw new PlatformError('forbidden', `The approval limits were reset: staff can move no money until ${formatDateTime(until)}`);
}
