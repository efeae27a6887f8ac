import { cardName } from './card-name.ts';
import { owedFromBefore } from './charge.ts';
import { formatDate } from './dates/format.ts';
import { isOwed } from './invoice-status.ts';

/** What the credit balance does to an invoice; everything that shows an invoice names it alike. */
export const balanceNames = { applied: 'Credits applied', owed: owedFromBefore, added: 'Credits added' } as const;
export type BalanceUse = keyof typeof balanceNames;

export interface BalanceRow {
  readonly use: BalanceUse;
  readonly name: string;
  readonly detail: string;
  /** From the subtotal to what is due; negative where credits were applied. */
  readonly cents: number;
}

/** What credit notes have taken off an invoice, by the same name wherever it is shown. */
export const creditNoteName = 'Credit notes';

/**
 * What the credit balance did between the sum of an invoice's lines and what is due; null where it did nothing.
 * @param creditedCents what credit notes have taken off the invoice
 */
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

/** How an invoice was paid, as far as it is known. */
export interface InvoicePayment {
  /** Unix seconds. */
  readonly at: number | null;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** The payer chose the way there, and the platform does not know it. */
  readonly isOnPaymentPage: boolean;
}

/** 'Visa ending in 4242', 'payment page'; empty where it is not known. */
export function paidWords({ card, isOnPaymentPage }: InvoicePayment): string {
  if (card) return cardName(card);
  return isOnPaymentPage ? 'payment page' : '';
}

/** ' on Feb 03, 2026 with Visa ending in 4242', as far as it is known. */
export function paidWhenAndHow(payment: InvoicePayment | null): string {
  if (!payment) return '';
  const way = payment.card ? ` with ${paidWords(payment)}` : payment.isOnPaymentPage ? ' on the payment page' : '';
  return `${payment.at === null ? '' : ` on ${formatDate(payment.at)}`}${way}`;
}

/** What an invoice comes to, what was paid, when and how, and what is still due: name and cents, in this order. */
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
