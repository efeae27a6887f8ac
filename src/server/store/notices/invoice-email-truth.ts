/**
 * Decides whether an invoice email is still true when it is sent, and returns its current facts. Uses the state of the invoice and its
 * payment.
 */
import { isOwed } from '#lib/invoice-status.ts';
import type { Invoice } from '#contract/types.ts';
import { overdueCalendar } from '#server/domain/collection.ts';
import type { InvoiceToday, NoticeKind, NoticeTruth } from '#server/domain/notices.ts';

/** State of an invoice, of its collection, and of the disputes of its payment. Instants are in seconds since 1970. */
export interface InvoiceNow {
  readonly status: Invoice['status'];
  readonly totalCents: number;
  readonly dueCents: number;
  readonly creditedCents: number;
  readonly isProcessing: boolean;
  readonly isAttempted: boolean;
  readonly dueAt: number | null;
  readonly nextTryAt: number | null;
  readonly paidBy: 'card' | 'invoice';
  readonly hasCard: boolean;
  /** Dispute of the payment; null if the payment is undisputed or there is no payment. */
  readonly disputed: 'disputed' | 'returned' | null;
}

function stateOf(invoice: InvoiceNow): InvoiceToday['state'] | null {
  const { status, dueCents, disputed, isProcessing, isAttempted, paidBy, nextTryAt, hasCard } = invoice;
  if (status === 'paid') return disputed;
  if (!isOwed(status, dueCents)) return null;
  if (isProcessing) return 'under_way';
  if (status !== 'uncollectible' && paidBy === 'invoice') return 'to_transfer';
  if (nextTryAt !== null && hasCard) return isAttempted ? 'failed' : 'to_charge';
  if (status === 'uncollectible') return 'given_up';
  if (status === 'issued') return 'to_pay';
  if (!hasCard) return 'no_card';
  return isAttempted ? 'failed' : 'to_pay';
}

function issuedFacts(invoice: InvoiceNow, nowSeconds: number) {
  const { totalCents, dueCents, creditedCents, dueAt, nextTryAt } = invoice;
  const state = stateOf(invoice);
  const isFirstDue = state === 'to_charge' && nextTryAt !== null && nextTryAt <= nowSeconds;
  const today: InvoiceToday | undefined =
    state === null ? undefined : { state, nextTryAt: isFirstDue ? null : nextTryAt, isOverdue: dueAt !== null && dueAt <= nowSeconds };
  return { totalCents, dueCents, creditedCents, dueAt, ...(today && { today }) };
}

const failedFacts = ({ dueAt, nextTryAt }: InvoiceNow) => ({
  nextTryAt,
  overdueAt: dueAt,
  restrictedAt: dueAt === null ? null : overdueCalendar(dueAt).restrictedSeconds,
});

export type InvoiceEmail = Extract<NoticeKind, 'invoice_issued' | 'payment_failed' | 'receipt'>;

export function invoiceEmailTruth(kind: InvoiceEmail, invoice: InvoiceNow, nowSeconds: number): NoticeTruth {
  const { status, dueCents, isProcessing, disputed } = invoice;
  const isPaid = status === 'paid' && disputed === null;
  if (kind === 'receipt') return { holds: true, isPaid };
  if (kind === 'payment_failed') return { holds: isOwed(status, dueCents) && !isProcessing, isPaid, facts: failedFacts(invoice) };
  return { holds: status !== 'void' && status !== 'draft', isPaid, facts: issuedFacts(invoice, nowSeconds) };
}
