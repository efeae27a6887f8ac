import { discountedMicrocents, lineAmounts, stepMicrocents, type Discount, type PriceStep } from '#lib/charge-line.ts';
import { centsFromDollars, microcentsFromDollars, roundedCentsFromDollars } from '#lib/money.ts';
import {
  addRatios,
  compareRatios,
  positivePart,
  ratioFromText,
  ratioToNumber,
  subtractRatios,
  ZERO,
  type Ratio,
} from '#lib/money-ratio.ts';
import { amountCents, type InvoiceLine, type SentDerivation } from './lines.ts';

export interface ReadDerivation {
  readonly used: Ratio;
  /** Included quantity; null if it is unlimited. */
  readonly included: Ratio | null;
  readonly uncharged: Ratio;
  readonly billable: Ratio;
  readonly steps: readonly PriceStep[];
  readonly discounts: readonly Discount[];
  readonly invoicedCents: number;
  readonly invoicedBeforeDiscountCents: number;
}

export interface RecomputedLine {
  readonly derivation: ReadDerivation;
  /** Dollars before rounding, for display. */
  readonly exactDollars: number;
  readonly exactDollarsAfterDiscount: number;
  /** Amount in whole cents, rounded once, minus the amounts on earlier invoices. */
  readonly cents: number;
  readonly centsBeforeDiscount: number;
  /** True if recomputed quantities and amounts (before and after discounts) match the invoice. Checks projects only if all are loaded. */
  readonly agrees: boolean;
}

const dollarsPerMicrocent = 1e-8;

export function recomputeLine(line: InvoiceLine): RecomputedLine | null {
  if (line.derivation === null) return null;
  try {
    return line.derivation.unit === 'cents' ? recomputeCredit(line, line.derivation) : recomputeUsage(line, line.derivation);
  } catch {
    return null;
  }
}

function recomputeUsage(line: InvoiceLine, sentDerivation: SentDerivation): RecomputedLine {
  const derivation = readDerivation(sentDerivation);
  const { steps, discounts, invoicedCents, invoicedBeforeDiscountCents } = derivation;
  const exact = steps.map(stepMicrocents).reduce(addRatios, ZERO);
  const amounts = lineAmounts(steps, discounts);
  const cents = amounts.amountCents - invoicedCents;
  const centsBeforeDiscount = amounts.amountBeforeDiscountCents - invoicedBeforeDiscountCents;
  return {
    derivation,
    exactDollars: ratioToNumber(exact) * dollarsPerMicrocent,
    exactDollarsAfterDiscount: ratioToNumber(discountedMicrocents(exact, discounts)) * dollarsPerMicrocent,
    cents,
    centsBeforeDiscount,
    agrees: quantitiesFit(derivation) && amountsFit(line, cents, centsBeforeDiscount) && partsFit(line),
  };
}

/** Recomputes a line of Compute Credits, whose amount is the negative amount of used credits. */
function recomputeCredit(line: InvoiceLine, sentDerivation: SentDerivation): RecomputedLine {
  const derivation = readDerivation(sentDerivation);
  const cents = -ratioToNumber(derivation.used) - derivation.invoicedCents;
  const fits = derivation.included === null || compareRatios(derivation.used, derivation.included) <= 0;
  return {
    derivation,
    exactDollars: cents / 100,
    exactDollarsAfterDiscount: cents / 100,
    cents,
    centsBeforeDiscount: cents,
    agrees: fits && amountsFit(line, cents, cents),
  };
}

function readDerivation({ used, included, uncharged, billable, steps, discount, invoiced }: SentDerivation): ReadDerivation {
  return {
    used: ratioFromText(used),
    included: included === null ? null : ratioFromText(included),
    uncharged: ratioFromText(uncharged),
    billable: ratioFromText(billable),
    steps: steps.map((step) => ({
      billable: ratioFromText(step.billable),
      priceMicrocents: microcentsFromDollars(step.unit_price),
      perUnits: step.per_units,
      wholePackages: step.whole_packages,
    })),
    discounts: discount.map((entry) =>
      'basis_points' in entry ? { basisPoints: entry.basis_points } : { amountCents: centsFromDollars(entry.amount) },
    ),
    invoicedCents: centsFromDollars(invoiced.amount),
    invoicedBeforeDiscountCents: centsFromDollars(invoiced.amount_before_discount),
  };
}

/** True if charged and uncharged usage sum to the usage above the quota, and the price steps sum to the charged usage. */
function quantitiesFit({ used, included, uncharged, billable, steps }: ReadDerivation): boolean {
  const above = included === null ? ZERO : positivePart(subtractRatios(used, included));
  const priced = steps.map((step) => step.billable).reduce(addRatios, ZERO);
  return compareRatios(addRatios(billable, uncharged), above) === 0 && (steps.length === 0 || compareRatios(priced, billable) === 0);
}

const amountsFit = (line: InvoiceLine, cents: number, before: number): boolean =>
  amountCents(line) === cents && roundedCentsFromDollars(line.amountBeforeDiscount) === before;

function partsFit(line: InvoiceLine): boolean {
  if (line.cursor !== null || line.entries.length === 0 || line.entries.length < line.entryCount) return true;
  return line.entries.reduce((sum, entry) => sum + amountCents(entry), 0) === amountCents(line);
}
