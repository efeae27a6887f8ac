import { invoicePage } from '#server/store/invoices.ts';
import { searchInvoices } from '#server/store/invoice-search.ts';
import type { Handler } from './handler.ts';
import { invoiceView } from './views/invoice.ts';

const defaultLimit = 100;

export const listInvoices: Handler<'listInvoices'> = async ({ query }, { db, money, organization }) => {
  const { offset = 0, limit = defaultLimit, search, status: statuses, from, to: until } = query;
  const page = { offset, limit };
  const filters = { statuses, from, until };
  const { rows, total } =
    search === undefined
      ? await invoicePage(db, organization.id, page, filters)
      : await searchInvoices(db, organization.id, search, page, filters);
  const addresses = { origin: money.origin(), slug: organization.slug };
  return { data: rows.map((row) => invoiceView(row, addresses)), totalCount: total };
};
