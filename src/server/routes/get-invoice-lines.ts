import { notFound } from '#server/http/platform-error.ts';
import { readInvoiceLines } from '#server/store/invoice-lines.ts';
import { findInvoice } from '#server/store/invoices.ts';
import type { Handler } from './handler.ts';
import { lineView } from './views/invoice-line.ts';

export const getInvoiceLines: Handler<'getInvoiceLines'> = async ({ params }, { db, organization }) => {
  const invoice = await findInvoice(db, organization.id, params.invoice_id);
  if (!invoice) throw notFound('Invoice');
  const lines = await readInvoiceLines(db, organization.id, invoice.id);
  return { data: { invoice_id: invoice.id, lines: lines.map((line) => lineView(line)) } };
};
