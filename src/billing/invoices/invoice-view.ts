import type { CallInput } from '#contract/types.ts';
import { dayOf, isBackwards, periodWords } from '#lib/dates/query-days.ts';
import { invoiceGroups, statusesOf, type InvoiceGroup } from '#lib/invoice-status.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';

/** Number of invoices per page (specification, section 9). */
export const invoicesPerPage = 5;

/** A day is 'YYYY-MM-DD'; null means no filter. */
export interface InvoiceFilters {
  readonly status: InvoiceGroup | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly number: string | null;
}

export const noFilters: InvoiceFilters = { status: null, from: null, to: null, number: null };

export interface InvoiceView extends InvoiceFilters {
  /** Index of the page, starting at 0. */
  readonly page: number;
}

/** Names of the URL parameters. The page number starts at 1 and is omitted for the first page. */
const names = { page: 'invoices', status: 'invoice-status', from: 'invoice-from', to: 'invoice-to', number: 'invoice-number' } as const;

/** Ignores invalid filters. An invalid page becomes the first page. */
export function invoiceViewOf(search: string): InvoiceView {
  const query = new URLSearchParams(search);
  const page = query.get(names.page) ?? '';
  const status = query.get(names.status);
  const from = dayOf(query.get(names.from));
  const to = dayOf(query.get(names.to));
  return {
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) - 1 : 0,
    status: invoiceGroups.find((group) => group === status) ?? null,
    from,
    to: isBackwards(from, to) ? null : to,
    number: query.get(names.number)?.trim().slice(0, 100) || null,
  };
}

export function withInvoiceView(search: string, { page, ...filters }: InvoiceView): string {
  const query = new URLSearchParams(search);
  const values = { page: page > 0 ? String(page + 1) : null, ...filters };
  for (const key of Object.keys(names) as (keyof typeof names)[]) {
    const value = values[key];
    if (value === null) query.delete(names[key]);
    else query.set(names[key], value);
  }
  const text = query.toString();
  return text && `?${text}`;
}

export const invoiceWords = (search: string): string => withInvoiceView('', invoiceViewOf(search));

export const isFiltered = ({ status, from, to, number }: InvoiceFilters): boolean =>
  status !== null || from !== null || to !== null || number !== null;

const filterQuery = ({ status, from, to, number }: InvoiceFilters) => ({
  ...(status === null ? {} : { status: statusesOf(status).join(',') }),
  ...(from === null ? {} : { from }),
  ...(to === null ? {} : { to }),
  ...(number === null ? {} : { search: number }),
});

export const invoicePageInput = (slug: string, view: InvoiceView): CallInput<'listInvoices'> => ({
  params: { slug },
  query: { offset: view.page * invoicesPerPage, limit: invoicesPerPage, ...filterQuery(view) },
});

export const invoiceCountInput = (slug: string, view: InvoiceFilters): CallInput<'countInvoices'> => ({
  params: { slug },
  ...(isFiltered(view) ? { query: filterQuery(view) } : {}),
});

export const isInvoiceId = (text: string): boolean => /^in_[A-Za-z0-9]{6,40}$/.test(text);

/** Returns the id of the invoice whose payment page sent the browser back; null otherwise. */
export function paidInvoiceOf(search: string): string | null {
  const id = new URLSearchParams(search).get('paid') ?? '';
  return isInvoiceId(id) ? id : null;
}

export const beginsPayAll = (search: string): boolean => new URLSearchParams(search).get('pay') === 'all';

/** Removes one parameter from the query string: `paid` comes from the payment page, `pay` starts paying all invoices. */
export function withoutWord(search: string, word: 'paid' | 'pay'): string {
  const query = new URLSearchParams(search);
  query.delete(word);
  const text = query.toString();
  return text && `?${text}`;
}

/** Examples: '16 invoices', 'No invoices', '1 invoice found'. */
export function foundWords(count: number, isFiltered: boolean): string {
  const words = count === 1 ? '1 invoice' : `${count || 'No'} invoices`;
  return isFiltered ? `${words} found` : words;
}

/** Example: 'Only Outstanding, from Jan 01, 2026, with number 12'. */
export function filterWords({ status, from, to, number }: InvoiceFilters): string {
  const parts = [status && texts[status], ...periodWords(from, to), number && `with number ${number}`].filter(Boolean);
  return `Only ${parts.join(', ')}`;
}
