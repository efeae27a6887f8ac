import type { AdminShape } from '#contract/admin/admin-types.ts';
import type { AdminHandler } from '#server/admin/admin-handler.ts';
import { requireOrganization } from '#server/admin/organizations.ts';
import { invoiceView, lineView } from '#server/admin/staff-invoice-view.ts';
import { secondsOf } from '#server/database/database.ts';
import { invoicesOfAll, paymentsOfAll, staffInvoices, staffLines, staffPayments } from '#server/store/staff-actions.ts';
import { instantIn, pageOf, placeCursor, usualPage } from './list-page.ts';

const invoicePlace = placeCursor((row: { readonly periodEnd: Date; readonly id: string }) => ({
  order: row.periodEnd.getTime(),
  id: row.id,
}));
const paymentPlace = placeCursor((row: { readonly createdAt: Date; readonly id: string }) => ({
  order: row.createdAt.getTime(),
  id: row.id,
}));

export const listStaffInvoices: AdminHandler<'listStaffInvoices'> = async ({ params: { slug }, query }, { db }) => {
  const { id } = await requireOrganization(db, slug);
  const { cursor, limit = usualPage, ...filter } = query;
  const found = await staffInvoices(db, id, { ...filter, after: instantIn(cursor), limit: limit + 1 });
  const page = pageOf(found, limit, invoicePlace);
  const linesOf = await staffLines(
    db,
    id,
    page.rows.map((row) => row.id),
  );
  const invoices = page.rows.map((row) => {
    const lines = (linesOf.get(row.id) ?? []).map(lineView);
    return { ...invoiceView(row, slug), lines, price_books: [...new Set(lines.map((line) => line.price_book))].sort() };
  });
  return { data: { invoices, next_cursor: page.next_cursor } };
};

export const listAllInvoices: AdminHandler<'listAllInvoices'> = async ({ query }, { db }) => {
  const { cursor, limit = usualPage, ...filter } = query;
  const page = pageOf(await invoicesOfAll(db, { ...filter, after: instantIn(cursor), limit: limit + 1 }), limit, invoicePlace);
  return { data: { invoices: page.rows.map((row) => invoiceView(row, row.slug)), next_cursor: page.next_cursor } };
};

const paymentView = (row: Awaited<ReturnType<typeof staffPayments>>[number]): AdminShape<'ListedPayment'> => ({
  id: row.id,
  organization: row.slug,
  gateway_id: row.intentId,
  state: row.state,
  amount_cents: row.amountCents,
  refunded_cents: row.refundedCents,
  invoice: row.invoiceId,
  created_at: secondsOf(row.createdAt),
});

export const listStaffPayments: AdminHandler<'listStaffPayments'> = async ({ params: { slug }, query }, { db }) => {
  const { id } = await requireOrganization(db, slug);
  const { cursor, limit = usualPage, ...filter } = query;
  const page = pageOf(await staffPayments(db, id, { ...filter, after: instantIn(cursor), limit: limit + 1 }), limit, paymentPlace);
  return { data: { payments: page.rows.map(paymentView), next_cursor: page.next_cursor } };
};

export const listAllPayments: AdminHandler<'listAllPayments'> = async ({ query }, { db }) => {
  const { cursor, limit = usualPage, ...filter } = query;
  const page = pageOf(await paymentsOfAll(db, { ...filter, after: instantIn(cursor), limit: limit + 1 }), limit, paymentPlace);
  return { data: { payments: page.rows.map(paymentView), next_cursor: page.next_cursor } };
};
