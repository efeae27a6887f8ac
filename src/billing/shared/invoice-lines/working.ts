import type { Discount, PriceStep } from '#lib/charge-line.ts';
import { formatCents, formatUnitPrice, MICROCENTS_PER_CENT, MINUS_SIGN } from '#lib/money.ts';
import { ratioToNumber, type Ratio } from '#lib/money-ratio.ts';
import { formatNumber } from '#lib/number-text.ts';
import { chargedText } from '#lib/charged-messages.ts';
import { formatQuantity } from '#lib/quantities.ts';
import type { InvoiceLine } from './lines.ts';
import type { RecomputedLine } from './recompute.ts';

/** The cents can have fractions. */
export const dollarsOf = (cents: Ratio): string => formatUnitPrice(ratioToNumber(cents) * MICROCENTS_PER_CENT);

export function workingSummary(line: InvoiceLine, recomputed: RecomputedLine | null): string {
  if (recomputed === null) return line.unitPriceText ?? '';
  const { used, included, steps, billable, uncharged, invoicedCents } = recomputed.derivation;
  if (included === null) return 'unlimited';
  if (line.kind === 'computeCredits') return `${dollarsOf(used)} used of ${dollarsOf(included)}`;
  const earlier = invoicedCents === 0 ? '' : ` ${MINUS_SIGN} ${formatCents(invoicedCents)} invoiced earlier`;
  if (billable.numerator === 0n) {
    const why =
      uncharged.numerator > 0n
        ? 'not charged: spend cap or limit'
        : `within the included ${formatQuantity(line.metric, ratioToNumber(included))}`;
    return why + earlier;
  }
  const terms = steps.map(
    (step) => `${chargedText(line.metric, step)} \u00d7 ${formatUnitPrice(step.priceMicrocents)}${packageText(step)}`,
  );
  return terms.join(' + ') + earlier;
}

const packageText = ({ perUnits, wholePackages }: PriceStep): string => (wholePackages ? ` per ${formatNumber(perUnits)}` : '');

export const discountText = (discount: Discount): string =>
  'basisPoints' in discount ? `${formatNumber(discount.basisPoints / 100)}%` : formatCents(discount.amountCents);

/** Describes the discounts in order: '12.5% off', or '12.5% and $1.00 off' for two discounts. */
export const discountSummary = ({ derivation: { discounts } }: RecomputedLine): string =>
  discounts.length > 0 ? `${discounts.map(discountText).join(' and ')} off` : '';
