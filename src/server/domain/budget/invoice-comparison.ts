/** Splits the amounts of two invoices into the same parts, in whole cents. The differences of the parts sum to the total difference. */
import { divideHalfAway, MICROCENTS_PER_CENT, toSafeInteger } from '#lib/money.ts';
import { addRatios, compareRatios, ratio, type Ratio, ratioToNumber, subtractRatios, ZERO } from '#lib/money-ratio.ts';
import type { InvoiceLine, LineKey } from '#server/domain/lines.ts';
import { metricRules, type UsageMetric } from '#server/domain/metrics.ts';
import { causesOf, type DifferenceCause } from './difference-causes.ts';

const DIFFERENCE_PARTS = ['quantity', 'projects', 'quota', 'proration', 'price', 'rounding', 'discount', 'credits'] as const;
type DifferencePart = (typeof DIFFERENCE_PARTS)[number];
type Parts = Readonly<Record<DifferencePart, number>>;

export type ComparedLine = Pick<InvoiceLine, 'key' | 'description' | 'metric' | 'amountCents' | 'amountBeforeDiscountCents' | 'derivation'>;

/** In microcents per `perUnits` base units. The quantities of two invoices are compared at this price. */
type ReferencePrice = { priceMicrocents: number; perUnits: number };

type LineOnInvoice = {
  description: string;
  amountCents: number;
  /** In base units; null for a line with a fixed price. */
  quantity: number | null;
};

export type LineDifference = {
  key: LineKey;
  metric: UsageMetric | null;
  before: LineOnInvoice | null;
  after: LineOnInvoice | null;
  parts: Parts;
  causes: readonly DifferenceCause[];
};

export const NO_PARTS: Parts = { quantity: 0, projects: 0, quota: 0, proration: 0, price: 0, rounding: 0, discount: 0, credits: 0 };

export const addParts = (a: Parts, b: Parts): Parts =>
  Object.fromEntries(DIFFERENCE_PARTS.map((part) => [part, a[part] + b[part]])) as Parts;

const subtractParts = (a: Parts, b: Parts): Parts => Object.fromEntries(DIFFERENCE_PARTS.map((part) => [part, a[part] - b[part]])) as Parts;

const toCents = ({ numerator, denominator }: Ratio): number =>
  toSafeInteger(divideHalfAway(numerator, denominator * BigInt(MICROCENTS_PER_CENT)));

/** Rounds amounts to cents cumulatively, so that the results sum to the rounded total. */
function roundedInTurn(amounts: readonly Ratio[]): number[] {
  let exact = ZERO;
  let before = 0;
  return amounts.map((amount) => {
    exact = addRatios(exact, amount);
    const sum = toCents(exact);
    const roundedCents = sum - before;
    before = sum;
    return roundedCents;
  });
}

const partOfFixedLine = (key: LineKey): DifferencePart => (key === 'plan' ? 'price' : key === 'unused_time' ? 'proration' : 'credits');

/** Uses the first of the given invoices that has a price for the line. Pass the latest invoice first. */
export function referencePrices(invoices: readonly (readonly ComparedLine[])[]): Map<LineKey, ReferencePrice> {
  const prices = new Map<LineKey, ReferencePrice>();
  for (const lines of invoices)
    for (const { key, derivation } of lines) {
      const step = derivation?.steps.at(-1);
      if (step && !prices.has(key)) prices.set(key, { priceMicrocents: step.priceMicrocents, perUnits: step.perUnits });
    }
  return prices;
}

/** The parts sum to the amount of the line. */
function partsOfLine(line: ComparedLine, reference: ReferencePrice | undefined): Parts {
  const { key, metric, amountCents, amountBeforeDiscountCents, derivation } = line;
  const discount = amountCents - amountBeforeDiscountCents;
  if (!derivation || metric === null || !reference) return { ...NO_PARTS, [partOfFixedLine(key)]: amountBeforeDiscountCents, discount };
  const { used, included, uncharged, billable, invoiced, prorated, steps } = derivation;
  const worth = (quantity: Ratio): Ratio =>
    ratio(quantity.numerator * BigInt(reference.priceMicrocents), quantity.denominator * BigInt(reference.perUnits));
  const minus = (quantity: Ratio): Ratio => ratio(-quantity.numerator, quantity.denominator);
  const free = subtractRatios(subtractRatios(used, billable), uncharged);
  const beyond = addRatios(billable, uncharged);
  // Converts the prorated quota of a shorter period to the quota of the whole cycle.
  const whole =
    prorated && included && prorated.lastedSeconds > 0
      ? ratio(included.numerator * BigInt(prorated.lengthSeconds), included.denominator * BigInt(prorated.lastedSeconds))
      : null;
  const more = whole && included ? subtractRatios(whole, included) : ZERO;
  const lost = compareRatios(more, beyond) > 0 ? beyond : more;
  const wholeBefore = ratio(BigInt(amountBeforeDiscountCents + invoiced.amountBeforeDiscountCents) * BigInt(MICROCENTS_PER_CENT));
  const exact = steps
    .map((step) => ratio(step.billable.numerator * BigInt(step.priceMicrocents), step.billable.denominator * BigInt(step.perUnits)))
    .reduce(addRatios, ZERO);
  const [quantity = 0, quota = 0, proration = 0, price = 0, rounding = 0] = roundedInTurn([
    worth(used),
    worth(minus(addRatios(addRatios(free, uncharged), lost))),
    worth(lost),
    subtractRatios(exact, worth(billable)),
    // Difference from rounding to whole packages and to cents.
    subtractRatios(wholeBefore, exact),
  ]);
  const credits = -invoiced.amountBeforeDiscountCents;
  const isRunning = metricRules(metric).measure === 'hours';
  return {
    quantity: isRunning ? 0 : quantity,
    projects: isRunning ? quantity : 0,
    quota,
    proration,
    price,
    rounding,
    discount,
    credits: credits === 0 ? 0 : credits,
  };
}

type LineSum = LineOnInvoice & { metric: UsageMetric | null; lines: ComparedLine[]; parts: Parts };

function byKey(lines: readonly ComparedLine[], references: ReadonlyMap<LineKey, ReferencePrice>): Map<LineKey, LineSum> {
  const sums = new Map<LineKey, LineSum>();
  for (const line of lines) {
    const { key, metric, description, amountCents, derivation } = line;
    const sum = sums.get(key) ?? { metric, description, amountCents: 0, quantity: null, lines: [], parts: NO_PARTS };
    const used = derivation && metric !== null ? ratioToNumber(derivation.used) : null;
    sums.set(key, {
      ...sum,
      amountCents: sum.amountCents + amountCents,
      quantity: used === null ? sum.quantity : (sum.quantity ?? 0) + used,
      lines: [...sum.lines, line],
      parts: addParts(sum.parts, partsOfLine(line, references.get(key))),
    });
  }
  return sums;
}

const onInvoice = (sum: LineSum | undefined): LineOnInvoice | null =>
  sum ? { description: sum.description, amountCents: sum.amountCents, quantity: sum.quantity } : null;

export const changeOf = ({ before, after }: LineDifference): number => (after?.amountCents ?? 0) - (before?.amountCents ?? 0);

/** Sorts the lines by the size of the difference, largest first. */
export function compareInvoices(
  before: readonly ComparedLine[],
  after: readonly ComparedLine[],
  references: ReadonlyMap<LineKey, ReferencePrice>,
): LineDifference[] {
  const [earlier, later] = [byKey(before, references), byKey(after, references)];
  const keys = new Set([...later.keys(), ...earlier.keys()]);
  const differences = [...keys].map((key): LineDifference => {
    const [a, b] = [earlier.get(key), later.get(key)];
    return {
      key,
      metric: (b ?? a)?.metric ?? null,
      before: onInvoice(a),
      after: onInvoice(b),
      parts: subtractParts(b?.parts ?? NO_PARTS, a?.parts ?? NO_PARTS),
      causes: causesOf(a?.lines ?? [], b?.lines ?? []),
    };
  });
  const size = (difference: LineDifference): number => Math.abs(changeOf(difference));
  return differences.sort((a, b) => size(b) - size(a) || (a.key < b.key ? -1 : 1));
}
