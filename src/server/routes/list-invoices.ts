import { invoicePage } from '#server/store/invoices.ts';
import type { Handler } from './handler.ts';
import { invoiceView } from './views/invoice.ts';

const defaultLimit = 100;

export const listInvoices: Handler<'listInvoices'> = async ({ query }, { db, organization }) => {
  const { offset = 0, limit = defaultLimit } = query;
  const { rows, total } = await invoicePage(db, organization.id, { offset, limit });
  return { data: rows.map(invoiceView), totalCount: total };
};
