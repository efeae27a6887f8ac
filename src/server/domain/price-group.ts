import { type Discount, discountedMicrocents, lineAmounts, type LineAmounts, stepMicrocents } from '#lib/charge-line.ts';
import { MICROCENTS_PER_CENT } from '#lib/money.ts';
import { addRatios, ceilRatio, type Ratio, ratio, ZERO } from '#lib/money-ratio.ts';
import { allocateCents } from './allocate.ts';
import type { BillingPeriod } from './billing-period.ts';
import type { Rate } from './book/price-book.ts';
import {
  type BreakdownEntry,
  discountsOf,
  type InvoicedLine,
  type InvoiceLine,
  lineDescription,
  lineGroup,
  lineKey,
  type LineKey,
} from './lines.ts';
import type { MeteredGroup, ProjectUsage, SlotGrowth } from './meter.ts';
import { type Cycle, cycleEnd } from './periods.ts';
import { divisorOf, type Quantities, quantitiesOf } from './quantities.ts';
import { rateOf } from './rates.ts';

export type InvoicedAmounts = LineAmounts & { byProject: ReadonlyMap<string, number> };

export const NOTHING_INVOICED: InvoicedAmounts = { amountCents: 0, amountBeforeDiscountCents: 0, byProject: new Map() };

export function invoicedByKey(lines: readonly InvoicedLine[]): Map<LineKey, InvoicedAmounts> {
  const byKey = new Map<LineKey, { amountCents: number; amountBeforeDiscountCents: number; byProject: Map<string, number> }>();
  for (const { key, amountCents, amountBeforeDiscountCents, breakdown } of lines) {
    const sum = byKey.get(key) ?? { ...NOTHING_INVOICED, byProject: new Map<string, number>() };
    sum.amountCents += amountCents;
    sum.amountBeforeDiscountCents += amountBeforeDiscountCents;
    for (const part of breakdown) sum.byProject.set(part.projectRef, (sum.byProject.get(part.projectRef) ?? 0) + part.amountCents);
    byKey.set(key, sum);
  }
  return byKey;
}

export const amountsOf = ({ amountCents, amountBeforeDiscountCents }: LineAmounts): LineAmounts => ({
  amountCents,
  amountBeforeDiscountCents,
});

/**
 * Merges the usage of all projects, because a line's price depends only on the total usage. Does nothing if the metric has a special price
 * for the first project.
 */
export function asOneProject(
  group: MeteredGroup,
  { book, planId, contract }: Pick<BillingPeriod, 'book' | 'planId' | 'contract'>,
): MeteredGroup {
  if (group.projects.length < 2 || rateOf(book, group.rules.metric, planId, contract)?.firstProjectMicrocents !== undefined) return group;
  const slots = new Map<number, SlotGrowth>();
  let [used, over, coming, hours, count] = [0n, 0n, 0n, 0, 0];
  for (const project of group.projects) {
    used += project.used;
    over += project.over;
    coming += project.coming;
    hours += project.hours;
    count += project.count;
    for (const growth of project.growth) {
      const sum = slots.get(growth.slot) ?? { slot: growth.slot, used: 0n, over: 0n };
      slots.set(growth.slot, { slot: growth.slot, used: sum.used + growth.used, over: sum.over + growth.over });
    }
  }
  const growth = [...slots.values()].sort((a, b) => a.slot - b.slot);
  const project: ProjectUsage = { projectRef: '', used, over, growth, coming, hours, count };
  return { ...group, projects: [project] };
}

/** Upper bound of a project's share of a line, rounded up. Independent of other projects, so that limits can use it. */
export function mostOfPart(billable: Ratio, rate: Rate, discounts: readonly Discount[]): number {
  const { perUnits, wholePackages, priceMicrocents, firstProjectMicrocents = 0 } = rate;
  const step = { billable, perUnits, wholePackages, priceMicrocents: Math.max(priceMicrocents, firstProjectMicrocents) };
  const percentages = discounts.filter((discount) => 'basisPoints' in discount);
  const { numerator, denominator } = discountedMicrocents(stepMicrocents(step), percentages);
  return Number(ceilRatio(ratio(numerator, denominator * BigInt(MICROCENTS_PER_CENT))));
}

function breakdownOf(
  { rules, projects }: MeteredGroup,
  { weights }: Pick<Quantities, 'weights'>,
  wholeCents: number,
  { byProject }: InvoicedAmounts,
  cycle: Cycle,
  mostCents?: readonly number[],
): BreakdownEntry[] {
  const parts = allocateCents(wholeCents, weights, mostCents);
  const divisor = divisorOf(rules, cycle);
  const left = new Map(byProject);
  const entries = projects.flatMap(({ projectRef, used, hours, count }, index): BreakdownEntry[] => {
    const amountCents = (parts[index] ?? 0) - (left.get(projectRef) ?? 0);
    left.delete(projectRef);
    if (used === 0n && amountCents === 0) return [];
    const entry = { projectRef, usage: ratio(used, divisor), amountCents };
    return [count > 0 ? { ...entry, hours, count } : entry];
  });
  for (const [projectRef, cents] of left) if (cents !== 0) entries.push({ projectRef, usage: ZERO, amountCents: -cents });
  return entries;
}

export function prorationOf(cycle: Cycle): { lastedSeconds: number; lengthSeconds: number } | null {
  const [lastedSeconds, lengthSeconds] = [cycleEnd(cycle) - cycle.startSeconds, cycle.endSeconds - cycle.startSeconds];
  return lastedSeconds === lengthSeconds ? null : { lastedSeconds, lengthSeconds };
}

export type PricedGroup = {
  line: InvoiceLine;
  /** True if the line has usage, or is on an earlier invoice. */
  isShown: boolean;
  /** Amount for the whole cycle, including amounts on earlier invoices. */
  wholeCents: number;
  /** `wholeCents` at the end of the cycle, if no running resource is stopped. */
  projectedCents: number;
};

/**
 * Undefined if the plan does not bill the metric.
 * @throws {DomainError} for a metric that only a contract can price
 */
export function priceGroup(group: MeteredGroup, period: BillingPeriod, invoiced: InvoicedAmounts): PricedGroup | undefined {
  const { metric } = group.rules;
  const { planId, book, contract, cycle } = period;
  const coming = group.projects.reduce((sum, project) => sum + project.coming, 0n);
  const isShown = group.projects.some(({ used }) => used > 0n) || invoiced.amountCents !== 0 || invoiced.amountBeforeDiscountCents !== 0;
  const rate = isShown || coming > 0n ? rateOf(book, metric, planId, contract) : undefined;
  if (!rate) return undefined;

  const quantities = quantitiesOf(group, rate, { planId, book, contract, cycle, mfaPhoneEnabledAt: period.mfaPhoneEnabledAt ?? new Map() });
  const key = lineKey(metric, group.kind);
  const discounts = discountsOf(key, period.discounts);
  const whole = lineAmounts(quantities.steps, discounts);
  const projectedSteps = quantities.steps.map((step) => ({ ...step, billable: addRatios(step.billable, ratio(coming)) }));
  const { used, included, uncharged, billable, steps } = quantities;
  const prorated = prorationOf(cycle);
  return {
    isShown,
    wholeCents: whole.amountCents,
    projectedCents: coming > 0n ? lineAmounts(projectedSteps, discounts).amountCents : whole.amountCents,
    line: {
      key,
      group: lineGroup(metric, group.kind),
      description: lineDescription(group.rules, group.kind),
      metric,
      kind: group.kind,
      usageBased: true,
      proration: prorated !== null,
      periodStartSeconds: cycle.startSeconds,
      periodEndSeconds: cycleEnd(cycle),
      amountCents: whole.amountCents - invoiced.amountCents,
      amountBeforeDiscountCents: whole.amountBeforeDiscountCents - invoiced.amountBeforeDiscountCents,
      derivation: {
        used,
        included,
        uncharged,
        billable,
        steps,
        rounding: 'half_away_from_zero_to_cent',
        discounts,
        invoiced: amountsOf(invoiced),
        prorated,
      },
      breakdown: breakdownOf(
        group,
        quantities,
        whole.amountCents,
        invoiced,
        cycle,
        quantities.parts?.map((part) => mostOfPart(part, rate, discounts)),
      ),
    },
  };
}
