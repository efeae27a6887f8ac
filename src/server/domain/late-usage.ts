/** Usage that was reported after an invoice had billed its cycle. */
import { formatDays } from '#lib/dates/format.ts';
import type { Steps } from '#lib/steps.ts';
import { type BillingPeriod, billSteps } from './bill.ts';
import type { InvoiceLine } from './lines.ts';
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
  return lines
    .map((line) => ({ ...line, breakdown: line.breakdown.filter(({ amountCents }) => amountCents !== 0) }))
    .filter((line) => line.amountCents !== 0 || line.amountBeforeDiscountCents !== 0 || line.breakdown.length > 0)
    .map((line) => ({ ...line, description: `${line.description}, ${daysOf(period.cycle)}, reported later` }));
}
