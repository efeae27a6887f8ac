import { periodWords } from '#lib/dates/query-days.ts';
import { invoicesTexts as texts } from '#lib/texts/invoices.ts';
import type { InvoiceFilters } from './invoice-view.ts';

/** '16 invoices', 'No invoices', '1 invoice found'. */
export function foundWords(count: number, isFiltered: boolean): string {
  const words = count === 1 ? '1 invoice' : `${count || 'No'} invoices`;
  return isFiltered ? `${words} found` : words;
}

/** Which invoices are shown: 'Only Outstanding, from Jan 01, 2026, with number 12'. */
export function filterWords({ status, from, to, number }: InvoiceFilters): string {
  const parts = [status && texts[status], ...periodWords(from, to), number && `with number ${number}`].filter(Boolean);
  return `Only ${parts.join(', ')}`;
}
