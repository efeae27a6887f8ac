import { invoiceCsv } from '#server/documents/invoice-csv.ts';
import { isoDate } from '#lib/dates/format.ts';
import type { Handler } from './handler.ts';

export const exportInvoices: Handler<'exportInvoices'> = async ({ query }, { db, organization }) => {
  const { kind = 'totals', from, to: until } = query;
  const first = from === undefined ? '' : `-from-${isoDate(from)}`;
  const last = until === undefined ? '' : `-to-${isoDate(until - 1)}`;
  return {
    data: undefined,
    file: {
      name: `invoices-${kind}-${organization.slug}${first}${last}.csv`,
      disposition: 'attachment',
      body: () => invoiceCsv(db, organization.id, kind, { from, until }),
    },
  };
};
