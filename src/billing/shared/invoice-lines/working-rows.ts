import type { Discount, PriceStep } from '#lib/charge-line.ts';
import { formatCents, formatUnitPrice, MINUS_SIGN } from '#lib/money.ts';
import { ratioToNumber, type Ratio } from '#lib/money-ratio.ts';
import { formatNumber } from '#lib/number-text.ts';
import { chargedText, packages, packageWord } from '#lib/charged-messages.ts';
import { formatQuantity, unitOf } from '#lib/quantities.ts';
import type { InvoiceLine } from './lines.ts';
import type { RecomputedLine } from './recompute.ts';
import { discountText, dollarsOf } from './working.ts';

export interface WorkingRow {
  readonly term: string;
  readonly value: string;
}

const gigabyte = 1e9;

export function workingRows(
  line: InvoiceLine,
  { derivation, exactDollars, exactDollarsAfterDiscount, cents }: RecomputedLine,
): WorkingRow[] {
  const { used, included, uncharged, billable, steps, discounts, invoicedCents } = derivation;
  if (line.kind === 'computeCredits' && included)
    return [
      { term: 'Included in the plan', value: dollarsOf(included) },
      { term: 'Used in this cycle', value: dollarsOf(used) },
      { term: 'Rounded once, to the cent', value: `= ${formatCents(cents)}` },
    ];
  const quantity = (value: Ratio): string => formatQuantity(line.metric, ratioToNumber(value));
  const rows: WorkingRow[] = [{ term: 'Used in this cycle', value: quantity(used) }];
  if (included === null) rows.push({ term: 'Included in the plan', value: 'unlimited' });
  else if (included.numerator > 0n) rows.push({ term: includedTerm(line), value: `${MINUS_SIGN} ${quantity(included)}` });
  if (uncharged.numerator > 0n)
    rows.push({ term: 'Not charged, because of the spend cap or a spending limit', value: `${MINUS_SIGN} ${quantity(uncharged)}` });
  rows.push({ term: 'Charged for', value: `= ${quantity(billable)}` });
  for (const step of steps) rows.push(stepRow(line.metric, step, steps.length > 1));
  // If the amount needs no rounding, discount or deduction, it is shown in one row.
  const isWhole = discounts.length === 0 && invoicedCents === 0 && Math.abs(exactDollars * 100 - cents) < 1e-7;
  if (!isWhole) rows.push({ term: 'Before rounding', value: `= $${formatNumber(exactDollars, 8)}` });
  for (const discount of discounts) rows.push(discountRow(discount));
  if (discounts.length > 0) rows.push({ term: 'After the discount', value: `= $${formatNumber(exactDollarsAfterDiscount, 8)}` });
  if (invoicedCents !== 0) rows.push({ term: 'On an earlier invoice of this cycle', value: `${MINUS_SIGN} ${formatCents(invoicedCents)}` });
  rows.push({ term: isWhole ? 'Amount' : 'Rounded once, to the cent', value: `= ${formatCents(cents)}` });
  return rows;
}

function includedTerm({ derivation }: InvoiceLine): string {
  const part = derivation?.prorated;
  if (!part) return 'Included in the plan';
  const days = (seconds: number): string => formatNumber(seconds / 86_400, 1);
  return `Included for ${days(part.lasted_seconds)} of ${days(part.length_seconds)} days`;
}

function stepRow(metric: string | null, step: PriceStep, isOneOfMany: boolean): WorkingRow {
  const price = `\u00d7 ${formatUnitPrice(step.priceMicrocents)}`;
  const per = perText(metric, step);
  if (step.wholePackages) return { term: `${formatNumber(packages(step))} started ${packageWord(packages(step))}${per}`, value: price };
  return { term: isOneOfMany ? `${chargedText(metric, step)} at a price${per}` : `Price${per}`, value: price };
}

/** Unit of a price: ' per GB', ' per hour', ' of 1,000,000'. */
function perText(metric: string | null, { perUnits, wholePackages }: PriceStep): string {
  if (wholePackages) return ` of ${formatNumber(perUnits)}`;
  const unit = unitOf(metric);
  if (unit === 'GB') return perUnits === gigabyte ? ' per GB' : ` per ${formatQuantity(metric, perUnits)}`;
  if (perUnits !== 1) return ` per ${formatNumber(perUnits)} ${unit}`.trimEnd();
  return unit === '' ? ' each' : ` per ${unit.replace(/s$/, '')}`;
}

const discountRow = (discount: Discount): WorkingRow => ({ term: 'Discount', value: `${MINUS_SIGN} ${discountText(discount)}` });
