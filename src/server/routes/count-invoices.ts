import { countInvoices as count } from '#server/store/invoices.ts';
import type { Handler } from './handler.ts';

export const countInvoices: Handler<'countInvoices'> = async (_, { db, organization }) => ({
  totalCount: await count(db, organization.id),
});
