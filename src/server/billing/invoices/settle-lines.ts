import { carriedPart, settleInvoice } from '#lib/charge.ts';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import type { BilledLine } from '#server/database/line-format.ts';
import { carriedLine } from '#server/domain/invoice.ts';
import type { BilledSubscription } from '#server/store/billing-periods.ts';
import { subtotalOf } from '#server/store/invoices/invoice-writing.ts';
import { FIRST_KEY } from '#server/domain/book/price-book.ts';

export type Payer = Pick<BilledSubscription, 'paymentMethodType' | 'billingPartner'>;

export const paysByCard = ({ paymentMethodType, billingPartner }: Payer): boolean =>
  billingPartner === null && paymentMethodType === 'card';

export interface SettledLines {
  /** Lines of the invoice. If an amount is too small to collect, the last line carries it over to the next charge. */
  readonly lines: readonly BilledLine[];
  /** Sum of the charges minus the credit notes in cents, as booked in the ledger. Includes amounts that are carried over. */
  readonly totalCents: number;
  readonly dueCents: number;
  readonly carriedCents: number;
}

/**
 * Carries over an amount that is too small to collect.
 * @param known `paidCents`: the paid amount, used instead of the calculated amount due; `creditedCents`: the sum of the credit notes
 */
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
