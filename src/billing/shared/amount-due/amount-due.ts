import type { CallInput, Invoice } from '#contract/types.ts';
import { formatDate } from '#lib/dates/format.ts';
import { isOwed, statusesOf } from '#lib/invoice-status.ts';
import { formatCents } from '#lib/money.ts';

/** The most that one page of the list may hold. */
const mostInvoices = 100;

/** Input of the call that reads what is open. */
export const openInvoicesInput = (slug: string): CallInput<'listInvoices'> => ({
  params: { slug },
  query: { offset: 0, limit: mostInvoices, status: statusesOf('outstanding').join(',') },
});

export interface AmountDueWords {
  /** "Amount due: $942.00". */
  readonly title: string;
  /** How many invoices, and since when or until when the oldest is due. */
  readonly details: string;
  readonly isSeveral: boolean;
}

/** Those to be paid now, oldest first: without what is being paid at this moment. */
export const dueInvoices = (invoices: readonly Invoice[]): Invoice[] =>
  invoices
    .filter((invoice) => isOwed(invoice.status, invoice.amount_due) && !invoice.payment_is_processing)
    .toSorted((a, b) => a.period_end - b.period_end);

/** What is owed now, without what is being paid at this moment; null where that is nothing. */
export function amountDueWords(invoices: readonly Invoice[], nowSeconds: number): AmountDueWords | null {
  const open = dueInvoices(invoices);
  const [first, ...others] = open;
  if (!first) return null;
  const sum = open.reduce((cents, { amount_due: due }) => cents + due, 0);
  const dueAt = first.collection?.due_at ?? null;
  const isMore = invoices.length === mostInvoices;
  const when =
    dueAt === null
      ? `is of ${formatDate(first.period_end)}`
      : nowSeconds < dueAt
        ? `is due on ${formatDate(dueAt)}`
        : `has been overdue since ${formatDate(dueAt)}`;
  return {
    title: `Amount due: ${isMore ? 'more than ' : ''}${formatCents(sum)}`,
    details: others.length === 0 ? `Invoice ${first.number} ${when}.` : `${open.length} open invoices. The oldest ${when}.`,
    isSeveral: others.length > 0,
  };
}
