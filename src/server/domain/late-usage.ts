import { isTooSmall } from '#lib/charge.ts';
import { formatDays } from '#lib/dates/format.ts';
import { sumCents } from '#lib/money.ts';
import type { Steps } from '#lib/steps.ts';
import { correctionTexts, invoicesTexts } from '#lib/texts/invoices.ts';
import { type BillingPeriod, billSteps } from './bill.ts';
import { fixedLine, type InvoiceLine } from './lines.ts';
import { type Cycle, cycleEnd } from './periods.ts';

/** Example: 'Oct 03 to Nov 03'. */
export const daysOf = (cycle: Cycle): string => formatDays(cycle.startSeconds, cycleEnd(cycle));

/** Complete bill minus earlier invoices. Amounts can be negative, or 0 if costs move between projects. Throws as `billSteps` does. */
export function* lateLines(period: BillingPeriod): Steps<InvoiceLine[]> {
  const { lines } = yield* billSteps({ ...period, running: [] }, cycleEnd(period.cycle));
  const wasStopped = period.invoiced.some(({ key }) => key === 'over_limit');
  // If one amount is reduced, more charges fit below the limit, so another amount can increase. The line then says why it increases.
  const isCorrected = lines.some(({ amountCents }) => amountCents < 0);
  const why = ({ metric, amountCents }: InvoiceLine): string =>
    wasStopped && isCorrected && metric !== null && period.book.covered.has(metric) && amountCents > 0
      ? `, ${invoicesTexts.roomBelowLimit}`
      : '';
  return lines
    .map((line) => ({ ...line, breakdown: line.breakdown.filter(({ amountCents }) => amountCents !== 0) }))
    .filter((line) => line.amountCents !== 0 || line.amountBeforeDiscountCents !== 0 || line.breakdown.length > 0)
    .map((line) => ({ ...line, description: `${line.description}, ${daysOf(period.cycle)}, reported later${why(line)}` }));
}

export type UncollectedInvoice = {
  id: string;
  /** Unpaid, refunded or disputed cents; `money` says which. A disputed amount excludes the credit that is held for the dispute. */
  dueCents: number;
  /** True if a remainder that is too small to collect is carried to the next charge. */
  carriesSmall: boolean;
  /** refunded: paid, then returned. disputed: a bank has withdrawn money that may have paid the invoice. */
  money: 'unpaid' | 'refunded' | 'disputed';
};

export type Reduction = Pick<UncollectedInvoice, 'id' | 'money'> & { offCents: number };

/** Amount still due on each uncollected invoice. All disputed invoices together have one amount. */
export class InvoiceStandings {
  private readonly dueCents = new Map<string, number>();

  private static keyOf({ id, money }: UncollectedInvoice): string {
    return money === 'disputed' ? money : id;
  }

  now(invoice: UncollectedInvoice): UncollectedInvoice {
    return { ...invoice, dueCents: this.dueCents.get(InvoiceStandings.keyOf(invoice)) ?? invoice.dueCents };
  }

  note(invoice: UncollectedInvoice): void {
    this.dueCents.set(InvoiceStandings.keyOf(invoice), invoice.dueCents);
  }
}

/** Deducts a negative sum of `late` from uncollected invoices. Only the rest becomes credit, because unpaid usage must give no credit. */
export function takeOffUncollected(late: readonly Pick<InvoiceLine, 'amountCents'>[], invoices: readonly UncollectedInvoice[]) {
  let leftCents = Math.max(0, 0 - sumCents(late.map(({ amountCents }) => amountCents)));
  const reductions: Reduction[] = [];
  const rest = invoices.map((invoice): UncollectedInvoice => {
    const offCents = Math.min(leftCents, invoice.dueCents);
    if (offCents === 0) return invoice;
    leftCents -= offCents;
    reductions.push({ id: invoice.id, money: invoice.money, offCents });
    const dueCents = invoice.dueCents - offCents;
    return { ...invoice, dueCents: invoice.carriesSmall && isTooSmall(dueCents) ? 0 : dueCents };
  });
  return { reductions, rest };
}

const wordOf = { unpaid: 'corrected', refunded: 'refunded', disputed: 'held' } as const;

function wordsOf(reductions: readonly Reduction[]): string {
  const [first, ...others] = new Set(reductions.map(({ money }) => money));
  if (first !== undefined && others.length === 0) return correctionTexts[wordOf[first]];
  return [first, ...others].includes('disputed') ? correctionTexts.heldInPart : correctionTexts.correctedOrRefunded;
}

/** Adds back the reductions of earlier invoices, so that the next invoice does not credit them a second time. */
export function correctedLine({ cycle }: Pick<BillingPeriod, 'cycle'>, reductions: readonly Reduction[]): InvoiceLine {
  const amountCents = sumCents(reductions.map(({ offCents }) => offCents));
  return fixedLine({
    key: 'corrected',
    group: 'usage',
    description: `${wordsOf(reductions)}, ${daysOf(cycle)}`,
    periodStartSeconds: cycle.startSeconds,
    periodEndSeconds: cycleEnd(cycle),
    proration: false,
    amountCents,
    amountBeforeDiscountCents: amountCents,
  });
}
