import { cardName } from './card-name.ts';
import { owedFromBefore } from './charge.ts';
import { formatDate } from './dates/format.ts';
import { isOwed } from './invoice-status.ts';

export const balanceNames = { applied: 'Credits applied', owed: owedFromBefore, added: 'Credits added' } as const;
export type BalanceUse = keyof typeof balanceNames;

export interface BalanceRow {
  readonly use: BalanceUse;
  readonly name: string;
  readonly detail: string;
  /** Amount due minus subtotal, in cents; negative if credits were applied. */
  readonly cents: number;
}

export const creditNoteName = 'Credit notes';

/** @param creditedCents the total of the invoice's credit notes */
export function balanceRow(subtotalCents: number, dueCents: number, creditedCents = 0): BalanceRow | null {
  const cents = dueCents + creditedCents - subtotalCents;
  if (cents === 0) return null;
  const use = cents < 0 ? 'applied' : dueCents > 0 ? 'owed' : 'added';
  const details: Record<BalanceUse, string> = {
    applied: 'Taken from the credit balance first.',
    owed: 'The credit balance was below zero. That is collected with this invoice.',
    added: 'The rest of the unused time, added to the credit balance.',
  };
  return { use, name: balanceNames[use], detail: details[use], cents };
}

export interface InvoicePayment {
  /** Unix time of the payment in seconds; null if unknown. */
  readonly at: number | null;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** True if paid on the gateway's page with a payment method that the platform does not know. */
  readonly isOnPaymentPage: boolean;
}

/** Formats the payment method: 'Visa ending in 4242', 'payment page'; empty if unknown. */
export function paidWords({ card, isOnPaymentPage }: InvoicePayment): string {
  if (card) return cardName(card);
  return isOnPaymentPage ? 'payment page' : '';
}

/** Formats the known facts of a payment: ' on Feb 03, 2026 with Visa ending in 4242'. */
export function paidWhenAndHow(payment: InvoicePayment | null): string {
  if (!payment) return '';
  const way = payment.card ? ` with ${paidWords(payment)}` : payment.isOnPaymentPage ? ' on the payment page' : '';
  return `${payment.at === null ? '' : ` on ${formatDate(payment.at)}`}${way}`;
}

export function dueRows(
  status: Parameters<typeof isOwed>[0],
  dueCents: number,
  payment: InvoicePayment | null,
): (readonly [name: string, cents: number])[] {
  if (isOwed(status, dueCents)) return [['Amount due', dueCents]];
  const total = ['Total', dueCents] as const;
  if (status !== 'paid' || dueCents === 0) return [total];
  return [total, [`Paid${paidWhenAndHow(payment)}`, 0 - dueCents], ['Amount due', 0]];
}
