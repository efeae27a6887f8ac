import { searchInvoices } from '#server/store/invoice-search.ts';
import { countInvoices as count } from '#server/store/invoices.ts';
import type { Handler } from './handler.ts';

export const countInvoices: Handler<'countInvoices'> = async ({ query }, { db, organization }) => {
  const { search, status: statuses, from, to: until } = query;
  const filters = { statuses, from, until };
  if (search === undefined) return { totalCount: await count(db, organization.id, filters) };
  const { total } = await searchInvoices(db, organization.id, search, { offset: 0, limit: 1 }, filters);
  return { totalCount: total };
};
