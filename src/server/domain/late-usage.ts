/** Usage that was reported after an invoice had billed its cycle. */
import { isTooSmall } from '#lib/charge.ts';
import { formatDays } from '#lib/dates/format.ts';
import { sumCents } from '#lib/money.ts';
import type { Steps } from '#lib/steps.ts';
import { correctionTexts, invoicesTexts } from '#lib/texts/invoices.ts';
import { type BillingPeriod, billSteps } from './bill.ts';
import { fixedLine, type InvoiceLine } from './lines.ts';
import { type Cycle, cycleEnd } from './periods.ts';

/** 'Oct 3 to Nov 3'. */
export const daysOf = (cycle: Cycle): string => formatDays(cycle.startSeconds, cycleEnd(cycle));

/**
 * What the next invoice bills of a period that invoices have billed already: the whole period with everything that has arrived, less
 * all that invoices hold of it. A lower amount is a credit; a line of nothing moves costs between projects. Empty where nothing has
 * changed. Throws as `billSteps` does.
 */
export function* lateLines(period: BillingPeriod): Steps<InvoiceLine[]> {
  const { lines } = yield* billSteps({ ...period, running: [] }, cycleEnd(period.cycle));
  const wasStopped = period.invoiced.some(({ key }) => key === 'over_limit');
  const why = ({ metric, amountCents }: InvoiceLine): string =>
    wasStopped && metric !== null && period.book.covered.has(metric) && amountCents > 0 ? `, ${invoicesTexts.roomBelowLimit}` : '';
  return lines
    .map((line) => ({ ...line, breakdown: line.breakdown.filter(({ amountCents }) => amountCents !== 0) }))
    .filter((line) => line.amountCents !== 0 || line.amountBeforeDiscountCents !== 0 || line.breakdown.length > 0)
    .map((line) => ({ ...line, description: `${line.description}, ${daysOf(period.cycle)}, reported later${why(line)}` }));
}

/** An invoice that bills usage and was not collected, or was refunded, or was paid with money that may be disputed. */
export type UncollectedInvoice = {
  id: string;
  /** Cents that are unpaid, refunded or disputed without held credit, as `money` says. */
  dueCents: number;
  /** Whether what is left of it waits for the next charge where it is too little to collect. */
  carriesSmall: boolean;
  /** Refunded: it was paid, and the money went back. Disputed: a bank has withdrawn money that may have paid it. */
  money: 'unpaid' | 'refunded' | 'disputed';
};

/** What comes off an invoice. */
export type Reduction = Pick<UncollectedInvoice, 'id' | 'money'> & { offCents: number };

/** Invoices as the lines before have left them. All open disputes are one sum, whichever invoices their money has paid. */
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

/**
 * Usage that was corrected downwards comes off the invoices of its period first that were not collected, or were refunded: what was not
 * paid for can't become credit, nor can what went back already. Then it becomes credit that open disputes hold.
 * @param late what the next invoice bills of the period
 * @returns what comes off each of them, in their order, and how they stand then
 */
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

/** Puts back on the next invoice what comes off earlier ones of a period, so that it is not credited twice. */
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
