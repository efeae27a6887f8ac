/** What a line charges for, in words: quantities beside their prices. */
import type { PriceStep } from './charge-line.ts';
import { formatDays } from './dates/format.ts';
import { formatCents, formatUnitPrice } from './money.ts';
import { ceilRatio, ratio, ratioToNumber } from './money-ratio.ts';
import { formatNumber } from './number-text.ts';
import { formatQuantity } from './quantities.ts';

/** How many packages a step charges for: one that is started counts. */
export const packages = ({ billable, perUnits }: PriceStep): number =>
  Number(ceilRatio(ratio(billable.numerator, billable.denominator * BigInt(perUnits))));

export const packageWord = (count: number): string => (count === 1 ? 'package' : 'packages');

/** What a step charges for: whole packages, or a quantity in its unit. */
export function chargedText(metric: string | null, step: PriceStep): string {
  return step.wholePackages ? formatNumber(packages(step)) : formatQuantity(metric, ratioToNumber(step.billable));
}

const stepWords = (metric: string | null, step: PriceStep): string => {
  const price = formatUnitPrice(step.priceMicrocents);
  if (!step.wholePackages) return `${chargedText(metric, step)} at ${price}`;
  return `${chargedText(metric, step)} ${packageWord(packages(step))} of ${formatNumber(step.perUnits)} at ${price}`;
};

/** '720 hours at $0.01344', '3 packages of 1,000,000 at $2.00'; empty where nothing is charged for. */
export const quantityAtPrice = (metric: string | null, steps: readonly PriceStep[]): string =>
  steps
    .filter(({ billable }) => billable.numerator > 0n)
    .map((step) => stepWords(metric, step))
    .join(' and ');

/** The same where earlier invoices hold a part of it: '502.90 GB at $0.09, less $63.26 invoiced earlier'. Amounts before discounts. */
export const quantityLessInvoiced = (metric: string | null, steps: readonly PriceStep[], invoicedCents: number): string =>
  [quantityAtPrice(metric, steps), ...(invoicedCents === 0 ? [] : [`less ${formatCents(invoicedCents)} invoiced earlier`])]
    .filter((words) => words !== '')
    .join(', ');

/** What usage is headed with that a change of plan left to the next invoice: 'Before the plan change, Nov 3 to Nov 23'. */
export const carriedTitle = (startSeconds: number, endSeconds: number): string =>
  `Before the plan change, ${formatDays(startSeconds, endSeconds)}`;

/** The name of the line that takes a discount off another line. */
export const discountName = (description: string): string => `Discount on ${description}`;
