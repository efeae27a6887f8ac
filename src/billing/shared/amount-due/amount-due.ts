import type { CallInput, Invoice } from '#contract/types.ts';
import { formatDate } from '#lib/dates/format.ts';
import { isOwed, statusesOf } from '#lib/invoice-status.ts';
import { formatCents } from '#lib/money.ts';

const mostInvoices = 100;

export const openInvoicesInput = (slug: string): CallInput<'listInvoices'> => ({
  params: { slug },
  query: { offset: 0, limit: mostInvoices, status: statusesOf('outstanding').join(',') },
});

export interface AmountDueWords {
  readonly cents: number;
  /** Amount due: "$942.00", or "more than $942.00" if the list of open invoices is incomplete. */
  readonly amount: string;
  /** Title: "Amount due: $942.00". */
  readonly title: string;
  /** Number of invoices, and due date of the oldest invoice. */
  readonly details: string;
  readonly oldest: string;
  /** `count`: how many invoices are due. `number`: invoice number of the oldest invoice. */
  readonly count: number;
  readonly number: string;
}

/** Returns the invoices that can be paid now, oldest first. Omits invoices with a payment in progress. */
export const dueInvoices = (invoices: readonly Invoice[]): Invoice[] =>
  invoices
    .filter((invoice) => isOwed(invoice.status, invoice.amount_due) && !invoice.payment_is_processing)
    .toSorted((a, b) => a.period_end - b.period_end);

/** Omits invoices with a payment in progress. Null if the amount is zero. */
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
  const amount = `${isMore ? 'more than ' : ''}${formatCents(sum)}`;
  const oldest = others.length === 0 ? `Invoice ${first.number} ${when}.` : `The oldest ${when}.`;
  return {
    cents: sum,
    amount,
    title: `Amount due: ${amount}`,
    details: others.length === 0 ? oldest : `${open.length} open invoices. ${oldest}`,
    oldest,
    count: open.length,
    number: first.number,
  };
}

export const payOpenLink = ({ count, number }: Pick<AmountDueWords, 'count' | 'number'>): { href: string; children: string } =>
  count === 1
    ? { href: '#invoices', children: `Pay invoice ${number}` }
    : { href: '?pay=all#invoices', children: `Pay ${count} open invoices` };
