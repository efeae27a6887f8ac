import type { PriceStep } from './charge-line.ts';
import { formatDays } from './dates/format.ts';
import { formatCents, formatUnitPrice } from './money.ts';
import { ceilRatio, ratio, ratioToNumber } from './money-ratio.ts';
import { formatNumber } from './number-text.ts';
import { formatQuantity } from './quantities.ts';

export const packages = ({ billable, perUnits }: PriceStep): number =>
  Number(ceilRatio(ratio(billable.numerator, billable.denominator * BigInt(perUnits))));

export const packageWord = (count: number): string => (count === 1 ? 'package' : 'packages');

export function chargedText(metric: string | null, step: PriceStep): string {
  return step.wholePackages ? formatNumber(packages(step)) : formatQuantity(metric, ratioToNumber(step.billable));
}

const stepWords = (metric: string | null, step: PriceStep): string => {
  const price = formatUnitPrice(step.priceMicrocents);
  if (!step.wholePackages) return `${chargedText(metric, step)} at ${price}`;
  return `${chargedText(metric, step)} ${packageWord(packages(step))} of ${formatNumber(step.perUnits)} at ${price}`;
};

/** Formats steps of a price: '720 hours at $0.01344', '3 packages of 1,000,000 at $2.00'; empty if nothing is charged. */
export const quantityAtPrice = (metric: string | null, steps: readonly PriceStep[]): string =>
  steps
    .filter(({ billable }) => billable.numerator > 0n)
    .map((step) => stepWords(metric, step))
    .join(' and ');

/** Formats the price steps of a line and the cents already invoiced: '502.90 GB at $0.09, less $63.26 invoiced earlier'. */
export const quantityLessInvoiced = (metric: string | null, steps: readonly PriceStep[], invoicedCents: number): string =>
  [quantityAtPrice(metric, steps), ...(invoicedCents === 0 ? [] : [`less ${formatCents(invoicedCents)} invoiced earlier`])]
    .filter((words) => words !== '')
    .join(', ');

export const carriedTitle = (startSeconds: number, endSeconds: number): string =>
  `Before the plan change, ${formatDays(startSeconds, endSeconds)}`;

export const discountName = (description: string): string => `Discount on ${description}`;
