/** Compares the lines of two invoices to find why the amounts differ. Example: `price` means that a unit price changed. */
import { addRatios, compareRatios, type Ratio, ZERO } from '#lib/money-ratio.ts';
import type { Derivation, InvoiceLine } from '#server/domain/lines.ts';
import { isPooled, metricRules } from '#server/domain/metrics.ts';

const DIFFERENCE_CAUSES = [
  'new',
  'gone',
  'renamed',
  'used_more',
  'used_less',
  'included_more',
  'included_less',
  'uncharged_more',
  'uncharged_less',
  'cycle_length',
  'projects',
  'price',
  'discount',
  'invoiced',
  'packages',
] as const;
export type DifferenceCause = (typeof DIFFERENCE_CAUSES)[number];

type Line = Pick<InvoiceLine, 'key' | 'metric' | 'description' | 'amountCents' | 'amountBeforeDiscountCents' | 'derivation'>;

const total = (lines: readonly Line[], of: (derivation: Derivation) => Ratio): Ratio =>
  lines.map(({ derivation }) => (derivation ? of(derivation) : ZERO)).reduce(addRatios, ZERO);

const moreOrLess = (before: Ratio, after: Ratio, more: DifferenceCause, less: DifferenceCause): DifferenceCause[] => {
  const direction = compareRatios(after, before);
  return direction === 0 ? [] : [direction > 0 ? more : less];
};

/** Null for lines without a shared quota. Their `included` quantity depends on the usage. */
function quotaOfLine({ metric, derivation }: Line): Ratio | null {
  return metric !== null && derivation && isPooled(metricRules(metric)) ? derivation.included : null;
}

const share = (line: Line): string => {
  const prorated = line.derivation?.prorated;
  return prorated ? `${prorated.lastedSeconds}/${prorated.lengthSeconds}` : 'whole';
};

/** Causes of a changed quota. If the cycles were shortened differently, the cause is the cycle length instead of the plan. */
function quotaCauses(before: Line, after: Line): DifferenceCause[] {
  if (share(before) !== share(after)) return ['cycle_length'];
  const [a, b] = [quotaOfLine(before), quotaOfLine(after)];
  if (a && b) return moreOrLess(a, b, 'included_more', 'included_less');
  return a === b ? [] : [b === null ? 'included_more' : 'included_less'];
}

function isPriceChanged(before: Line, after: Line): boolean {
  const [a, b] = [before.derivation?.steps.at(-1), after.derivation?.steps.at(-1)];
  if (a && b) return a.priceMicrocents * b.perUnits !== b.priceMicrocents * a.perUnits;
  return before.key === 'plan' && before.amountBeforeDiscountCents !== after.amountBeforeDiscountCents;
}

const discountCents = (lines: readonly Line[]): number =>
  lines.reduce((sum, { amountCents, amountBeforeDiscountCents }) => sum + amountCents - amountBeforeDiscountCents, 0);

const invoicedCents = (lines: readonly Line[]): number =>
  lines.reduce((sum, { derivation }) => sum + (derivation?.invoiced.amountCents ?? 0), 0);

/** Call this only if both invoices have the same usage and the same pooled quota. */
function allowanceCauses(before: readonly Line[], after: readonly Line[]): DifferenceCause[] {
  const free = (lines: readonly Line[]) => total(lines, ({ included }) => included ?? ZERO);
  return moreOrLess(free(before), free(after), 'included_more', 'included_less');
}

function meteredCauses(before: readonly Line[], after: readonly Line[], [a, b]: readonly [Line, Line]): DifferenceCause[] {
  const used = moreOrLess(
    total(before, ({ used: sum }) => sum),
    total(after, ({ used: sum }) => sum),
    'used_more',
    'used_less',
  );
  const included = quotaCauses(a, b);
  return [...used, ...included, ...(used.length + included.length === 0 ? allowanceCauses(before, after) : [])];
}

const sumCents = (lines: readonly Line[]): number => lines.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Most obvious cause first. Pass an empty list if an invoice does not have the line. */
export function causesOf(before: readonly Line[], after: readonly Line[]): DifferenceCause[] {
  const [a, b] = [before[0], after[0]];
  if (!a) return ['new'];
  if (!b) return ['gone'];
  const isMetered = a.derivation !== null;
  const renamed = !isMetered && a.description !== b.description;
  const causes: DifferenceCause[] = [
    ...(renamed ? ['renamed' as const] : []),
    ...(isMetered ? meteredCauses(before, after, [a, b]) : []),
    ...moreOrLess(
      total(before, ({ uncharged }) => uncharged),
      total(after, ({ uncharged }) => uncharged),
      'uncharged_more',
      'uncharged_less',
    ),
    ...(!renamed && isPriceChanged(a, b) ? ['price' as const] : []),
    ...(discountCents(before) === discountCents(after) ? [] : ['discount' as const]),
    ...(invoicedCents(before) === invoicedCents(after) ? [] : ['invoiced' as const]),
  ];
  // Equal usage in other projects can cost a different amount, because the first project can have a different price.
  if (causes.length === 0 && isMetered && sumCents(before) !== sumCents(after)) causes.push('projects');
  return b.derivation?.steps.some(({ wholePackages }) => wholePackages) ? [...causes, 'packages'] : causes;
}
