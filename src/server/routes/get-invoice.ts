import { notFound } from '#server/http/platform-error.ts';
import { findInvoice } from '#server/store/invoices.ts';
import type { Handler } from './handler.ts';
import { invoiceView } from './views/invoice.ts';

export const getInvoice: Handler<'getInvoice'> = async ({ params }, { db, money, organization }) => {
  const row = await findInvoice(db, organization.id, params.invoice_id);
  if (!row) throw notFound('Invoice');
  return { data: { ...invoiceView(row, { origin: money.origin(), slug: organization.slug }), billed_to: row.billedTo } };
};
