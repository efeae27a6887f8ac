import type { PriceStep } from '#lib/charge-line.ts';
import { addRatios, positivePart, ratio, type Ratio, subtractRatios, ZERO } from '#lib/money-ratio.ts';
import type { PriceBook, Rate } from './book/price-book.ts';
import type { MeteredGroup, ProjectUsage } from './meter.ts';
import { isPooled, type MetricRules } from './metrics.ts';
import { type Cycle, cycleHours, cycleShare } from './periods.ts';
import type { PlanId } from './plans.ts';
import { type ContractTerms, quotaOf } from './rates.ts';

export type QuantityInput = {
  planId: PlanId;
  book: PriceBook;
  contract?: ContractTerms | undefined;
  cycle: Cycle;
  mfaPhoneEnabledAt: ReadonlyMap<string, number>;
};

export type Quantities = {
  used: Ratio;
  included: Ratio | null;
  uncharged: Ratio;
  billable: Ratio;
  steps: PriceStep[];
  /** Each project's share of the line, in the order of the group's projects. */
  weights: bigint[];
  /** Each project's share of `billable`. Set only if limits on projects or metrics leave usage uncharged. */
  parts?: Ratio[];
};

const sum = (values: Iterable<bigint>): bigint => {
  let total = 0n;
  for (const value of values) total += value;
  return total;
};

export const divisorOf = ({ measure }: MetricRules, cycle: Cycle): bigint => (measure === 'average' ? BigInt(cycleHours(cycle)) : 1n);

/**
 * In base units, prorated exactly except for peaks; 0 without a quota, null if unlimited.
 * @throws {RangeError} for an empty cycle
 */
export function includedQuota(
  { metric, measure }: MetricRules,
  { planId, book, contract, cycle }: Pick<QuantityInput, 'planId' | 'book' | 'contract' | 'cycle'>,
): Ratio | null {
  const quota = quotaOf(book, metric, planId, contract);
  if (quota === null) return null;
  const share = measure === 'peak' ? ratio(1n) : cycleShare(cycle);
  return ratio(BigInt(quota ?? 0) * share.numerator, share.denominator);
}

function totalsBySlot(projects: readonly ProjectUsage[], slotCount: number): bigint[] {
  const totals = Array.from({ length: slotCount }, () => 0n);
  for (const { growth } of projects) for (const { slot, used } of growth) totals[slot] = (totals[slot] ?? 0n) + used;
  let total = 0n;
  return totals.map((grown) => (total += grown));
}

/** Returns how much usage above the quota each slot adds. All ratios have the same denominator. */
function growthOverQuota(totals: readonly bigint[], included: Ratio | null, divisor: bigint): Ratio[] {
  if (included === null) return totals.map(() => ZERO);
  let before = 0n;
  return totals.map((total) => {
    const over = positivePart(ratio(total * included.denominator - included.numerator * divisor)).numerator;
    const growth = ratio(over - before, divisor * included.denominator);
    before = over;
    return growth;
  });
}

/** Number of bits with which the charged share of a slot's usage is calculated. Used only if several slots are charged. */
const SHARE_BITS = 64n;

/** Splits the overage of each slot by the usage in that slot. The shares then do not depend on the number of invoices. */
function pooledWeights(projects: readonly ProjectUsage[], totals: readonly bigint[], charged: readonly Ratio[]): bigint[] {
  const slots = charged.flatMap(({ numerator }, slot) => (numerator > 0n ? [slot] : []));
  const shares = new Map(
    slots.map((slot) => {
      const inSlot = (totals[slot] ?? 0n) - (totals[slot - 1] ?? 0n);
      return [slot, slots.length === 1 ? 1n : ((charged[slot]?.numerator ?? 0n) << SHARE_BITS) / inSlot];
    }),
  );
  return projects.map(({ growth }) => sum(growth.map(({ slot, used }) => used * (shares.get(slot) ?? 0n))));
}

/** Assigns the quota in order of time and ref. Slots must be cut at the instant at which the quota is exhausted. */
function pooledInOrder(
  projects: readonly ProjectUsage[],
  slotCount: number,
  included: Ratio | null,
  divisor: bigint,
  rate: Rate,
  isChargedTo: (ref: string, slot: number) => boolean,
): Pick<Quantities, 'uncharged' | 'billable' | 'steps' | 'weights' | 'parts'> {
  const denominator = included?.denominator ?? 1n;
  const quota = (included?.numerator ?? 0n) * divisor;
  const bySlot = Array.from({ length: slotCount }, (): [project: number, used: bigint][] => []);
  for (const [project, { growth }] of projects.entries()) for (const { slot, used } of growth) bySlot[slot]?.push([project, used]);
  const weights = projects.map(() => 0n);
  let [total, over] = [0n, 0n];
  for (const [slot, growth] of bySlot.entries())
    for (const [project, used] of growth) {
      const overBefore = included && total > quota ? total - quota : 0n;
      total += used * denominator;
      const grown = (included && total > quota ? total - quota : 0n) - overBefore;
      over += grown;
      if (isChargedTo(projects[project]?.projectRef ?? '', slot)) weights[project] = (weights[project] ?? 0n) + grown;
    }
  const charged = sum(weights);
  const scale = divisor * denominator;
  const billable = ratio(charged, scale);
  return {
    billable,
    uncharged: ratio(over - charged, scale),
    steps: priceSteps(billable, rate, undefined),
    weights,
    parts: weights.map((weight) => ratio(weight, scale)),
  };
}

/** The project that enabled phone MFA first, among projects with usage in this cycle. */
function firstProject(projects: readonly ProjectUsage[], enabledAt: ReadonlyMap<string, number>): ProjectUsage | undefined {
  const time = ({ projectRef }: ProjectUsage): number => enabledAt.get(projectRef) ?? Number.POSITIVE_INFINITY;
  return projects
    .filter(({ used }) => used > 0n)
    .reduce<ProjectUsage | undefined>((first, next) => (first && time(first) <= time(next) ? first : next), undefined);
}

function priceSteps(billable: Ratio, rate: Rate, first: ProjectUsage | undefined): PriceStep[] {
  const { perUnits, wholePackages, priceMicrocents } = rate;
  if (rate.firstProjectMicrocents === undefined || !first) return [{ billable, priceMicrocents, perUnits, wholePackages }];
  const firstHours = ratio(first.used);
  return [
    { billable: firstHours, priceMicrocents: rate.firstProjectMicrocents, perUnits, wholePackages },
    { billable: subtractRatios(billable, firstHours), priceMicrocents, perUnits, wholePackages },
  ];
}

/**
 * Returns a function that calculates the charged overage of a shared quota. Its argument is additional charged usage after all other usage.
 * For speed, the function uses integers with one denominator.
 */
function pooledBillable({ projects, slots }: MeteredGroup, included: Ratio | null, divisor: bigint): (more: bigint) => Ratio {
  if (included === null) return () => ZERO;
  const { numerator, denominator } = included;
  const quota = numerator * divisor;
  const overAt = (total: bigint): bigint => (total > quota ? total - quota : 0n);
  const grown = new Map<number, bigint>();
  for (const { growth } of projects) for (const { slot, used } of growth) grown.set(slot, (grown.get(slot) ?? 0n) + used);
  let [total, before, charged] = [0n, 0n, 0n];
  for (const slot of [...grown.keys()].sort((a, b) => a - b)) {
    total += (grown.get(slot) ?? 0n) * denominator;
    const over = overAt(total);
    if (slots.charged[slot] ?? true) charged += over - before;
    before = over;
  }
  return (more) => ratio(charged + overAt(total + more * denominator) - before, divisor * denominator);
}

/**
 * Returns a function that assumes `more` charged usage after all other usage, and returns price steps as `quantitiesOf` does. Returns null
 * if there is no shared quota, or if projects have limits.
 */
export function pooledSteps(group: MeteredGroup, rate: Rate, input: QuantityInput): ((more: bigint) => PriceStep[]) | null {
  const { rules, slots } = group;
  if (!isPooled(rules) || slots.stoppedOf) return null;
  const billableWith = pooledBillable(group, includedQuota(rules, input), divisorOf(rules, input.cycle));
  return (more) => priceSteps(billableWith(more), rate, undefined);
}

/**
 * In base units. Above the quota, `used` = `included` + `uncharged` + `billable`.
 * @throws {RangeError} for an empty cycle
 */
export function quantitiesOf({ rules, projects, slots }: MeteredGroup, rate: Rate, input: QuantityInput): Quantities {
  const isCharged = (slot: number): boolean => slots.charged[slot] ?? true;
  const { stoppedOf } = slots;
  const isChargedTo = (ref: string, slot: number): boolean => isCharged(slot) && stoppedOf?.get(ref)?.[slot] !== true;
  const divisor = divisorOf(rules, input.cycle);
  const used = ratio(sum(projects.map((project) => project.used)), divisor);

  if (isPooled(rules)) {
    const included = includedQuota(rules, input);
    if (stoppedOf) return { used, included, ...pooledInOrder(projects, slots.charged.length, included, divisor, rate, isChargedTo) };
    const totals = totalsBySlot(projects, slots.charged.length);
    const growth = growthOverQuota(totals, included, divisor);
    const charged = growth.map((part, slot) => (isCharged(slot) ? part : ZERO));
    const billable = charged.reduce(addRatios, ZERO);
    const uncharged = growth.filter((_, slot) => !isCharged(slot)).reduce(addRatios, ZERO);
    const weights = pooledWeights(projects, totals, charged);
    return { used, included, uncharged, billable, steps: priceSteps(billable, rate, undefined), weights };
  }

  const over = sum(projects.map((project) => project.over));
  const units = projects.map(({ projectRef, growth }) =>
    sum(growth.map(({ slot, over: part }) => (isChargedTo(projectRef, slot) ? part : 0n))),
  );
  const billableUnits = sum(units);
  const billable = ratio(billableUnits);
  const first = rate.firstProjectMicrocents === undefined ? undefined : firstProject(projects, input.mfaPhoneEnabledAt);
  const steps = priceSteps(billable, rate, first);
  const weights = units.map((part, index) =>
    first ? part * BigInt((projects[index] === first ? rate.firstProjectMicrocents : undefined) ?? rate.priceMicrocents) : part,
  );
  return {
    used,
    included: ratio(used.numerator - over),
    uncharged: ratio(over - billableUnits),
    billable,
    steps,
    weights,
    ...(stoppedOf && { parts: units.map((part) => ratio(part)) }),
  };
}
