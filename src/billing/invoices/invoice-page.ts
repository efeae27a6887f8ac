/** Invoices on one page of the list (specification, section 9). */
export const invoicesPerPage = 5;

/** Query parameter that carries the page of the invoice list, counted from 1; absent on the first page. */
export const invoicePageParameter = 'invoices';

/** The page that an address asks for, counted from 0; anything that is not a page number means the first. */
export function invoicePageOf(search: string): number {
  const text = new URLSearchParams(search).get(invoicePageParameter) ?? '';
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) - 1 : 0;
}

/** The same query string with another page of the list; nothing else in it changes. */
export function withInvoicePage(search: string, page: number): string {
  const query = new URLSearchParams(search);
  if (page > 0) query.set(invoicePageParameter, String(page + 1));
  else query.delete(invoicePageParameter);
  const text = query.toString();
  return text && `?${text}`;
}

/** Input of the call that reads a page of the list. */
export function invoicePageInput(slug: string, page: number) {
  return { params: { slug }, query: { offset: page * invoicesPerPage, limit: invoicesPerPage } };
}
