import { carriedPart, settleInvoice } from '#lib/charge.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import type { BilledLine } from '#server/database/line-format.ts';
import { carriedLine } from '#server/domain/invoice.ts';
import type { BilledSubscription } from '#server/store/billing-periods.ts';
import { subtotalOf } from '#server/store/invoices/invoice-writing.ts';
import { FIRST_KEY } from '#server/domain/book/price-book.ts';

export type Payer = Pick<BilledSubscription, 'paymentMethodType' | 'billingPartner'>;

/** Invoices are charged to the card unless they are paid by transfer or collected by a partner. */
export const paysByCard = ({ paymentMethodType, billingPartner }: Payer): boolean =>
  billingPartner === null && paymentMethodType === 'card';

export interface SettledLines {
  /** Includes a line that carries over an amount too small to collect, if there is one. */
  readonly lines: readonly BilledLine[];
  /** Charges less credit notes, including amounts that are carried over, as booked in the ledger. */
  readonly totalCents: number;
  readonly dueCents: number;
  readonly carriedCents: number;
}

/** @param known amount that was already paid, which replaces the calculated amount due, and reductions by credit notes */
export function settleLines(
  all: readonly BilledLine[],
  balanceCents: number,
  atSeconds: number,
  { paidCents, creditedCents = 0 }: { readonly paidCents?: number | undefined; readonly creditedCents?: number } = {},
): SettledLines {
  const lines = all.filter(({ key }) => key !== 'carried');
  const totalCents = subtotalOf(lines) - creditedCents;
  const dueCents = paidCents ?? settleInvoice(totalCents, balanceCents).dueCents;
  const carriedCents = carriedPart(totalCents, balanceCents, dueCents);
  if (carriedCents === 0) return { lines, totalCents, dueCents, carriedCents };
  return { lines: [...lines, billedCarry(carriedCents, atSeconds, lines.at(-1)?.priceBook)], totalCents, dueCents, carriedCents };
}

export const billedCarry = (carriedCents: number, atSeconds: number, priceBook: string = FIRST_KEY.version): BilledLine => ({
  ...carriedLine(carriedCents, atSeconds),
  periodId: null,
  carriedOver: false,
  reportedLater: false,
  unitPriceDescription: invoicesTexts.carriedWhy,
  priceBook,
  breakdown: [],
});
