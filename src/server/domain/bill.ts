/** One cycle's usage as invoice lines: up to now, or up to its end when it is closed. */
import { discountedPriceCents, lineAmounts, type LineAmounts } from '#lib/charge-line.ts';
import { sumCents } from '#lib/money.ts';
import { addRatios, ratio, ZERO } from '#lib/money-ratio.ts';
import { allocate } from './allocate.ts';
import {
  type BreakdownEntry,
  discountsOf,
  fixedLine,
  type InvoicedLine,
  type InvoiceLine,
  LINE_GROUPS,
  type LineDiscount,
  lineDescription,
  lineGroup,
  lineKey,
} from './lines.ts';
import { meter, type MeteredGroup } from './meter.ts';
import { capSegments, type CapTimeline, type Cycle, cycleEnd, cycleShare, type Segment } from './periods.ts';
import { COMPUTE_CREDITS_CENTS, type PlanId } from './plans.ts';
import { divisorOf, type Quantities, quantitiesOf, type QuantityInput } from './quantities.ts';
import { type ContractTerms, rateOf } from './rates.ts';
import type { RunningResource, UsageEntry } from './usage.ts';

/** Everything that the bill of one cycle depends on. A cycle has one plan: a plan change starts a new one. */
export type BillingPeriod = {
  planId: PlanId;
  cycle: Cycle;
  cap: CapTimeline;
  contract?: ContractTerms | undefined;
  discounts: readonly LineDiscount[];
  /** Lines that invoices within this cycle (spend cap turned on) already hold, and the instant of the latest of them. */
  invoiced: readonly InvoicedLine[];
  invoicedUntilSeconds?: number | undefined;
  mfaPhoneEnabledAt?: ReadonlyMap<string, number> | undefined;
  /** Usage of the cycle, from the start of the clock hour in which it began. Other usage is left out of account. */
  entries: readonly UsageEntry[];
  running?: readonly RunningResource[] | undefined;
};

export type UsageBill = {
  /** In the order of the invoice; lines with usage only. */
  lines: InvoiceLine[];
  totalCents: number;
  /** The total at the end of the cycle if what runs now keeps running, and nothing else is used. */
  projectedCents: number;
};

type Priced = { line: InvoiceLine; hasUsage: boolean; projectedCents: number };

const NOTHING: LineAmounts = { amountCents: 0, amountBeforeDiscountCents: 0 };

function invoicedAmounts(key: string, invoiced: readonly InvoicedLine[]): LineAmounts {
  return invoiced.reduce(
    (sum, line) =>
      line.key === key
        ? {
            amountCents: sum.amountCents + line.amountCents,
            amountBeforeDiscountCents: sum.amountBeforeDiscountCents + line.amountBeforeDiscountCents,
          }
        : sum,
    NOTHING,
  );
}

function breakdownOf({ rules, projects }: MeteredGroup, { weights }: Quantities, amountCents: number, cycle: Cycle): BreakdownEntry[] {
  const parts = allocate(amountCents, weights);
  const divisor = divisorOf(rules, cycle);
  return projects.flatMap(({ projectRef, used, hours, count }, index) => {
    const total = used.reduce((sum, growth) => sum + growth, 0n);
    if (total === 0n) return [];
    const entry = { projectRef, usage: ratio(total, divisor), amountCents: parts[index] ?? 0 };
    return [count > 0 ? { ...entry, hours, count } : entry];
  });
}

function proration(cycle: Cycle): { lastedSeconds: number; lengthSeconds: number } | null {
  const [lastedSeconds, lengthSeconds] = [cycleEnd(cycle) - cycle.startSeconds, cycle.endSeconds - cycle.startSeconds];
  return lastedSeconds === lengthSeconds ? null : { lastedSeconds, lengthSeconds };
}

function priceGroup(group: MeteredGroup, period: BillingPeriod, input: QuantityInput): Priced | undefined {
  const { metric } = group.rules;
  const coming = group.projects.reduce((sum, project) => sum + project.coming, 0n);
  const hasUsage = group.projects.some(({ used }) => used.some((growth) => growth > 0n));
  const rate = hasUsage || coming > 0n ? rateOf(metric, period.planId, period.contract) : undefined;
  if (!rate) return undefined;

  const quantities = quantitiesOf(group, rate, input);
  const key = lineKey(metric, group.kind);
  const discounts = discountsOf(key, period.discounts);
  const invoiced = invoicedAmounts(key, period.invoiced);
  const cumulative = lineAmounts(quantities.steps, discounts);
  const amountCents = cumulative.amountCents - invoiced.amountCents;
  const projectedSteps = quantities.steps.map((step) => ({ ...step, billable: addRatios(step.billable, ratio(coming)) }));
  const { used, included, uncharged, billable, steps } = quantities;
  return {
    hasUsage,
    projectedCents: coming > 0n ? lineAmounts(projectedSteps, discounts).amountCents - invoiced.amountCents : amountCents,
    line: {
      key,
      group: lineGroup(metric, group.kind),
      description: lineDescription(group.rules, group.kind),
      metric,
      kind: group.kind,
      usageBased: true,
      proration: proration(period.cycle) !== null,
      periodStartSeconds: period.cycle.startSeconds,
      periodEndSeconds: cycleEnd(period.cycle),
      amountCents,
      amountBeforeDiscountCents: cumulative.amountBeforeDiscountCents - invoiced.amountBeforeDiscountCents,
      derivation: {
        used,
        included,
        uncharged,
        billable,
        steps,
        rounding: 'half_away_from_zero_to_cent',
        discounts,
        invoiced,
        prorated: proration(period.cycle),
      },
      breakdown: breakdownOf(group, quantities, amountCents, period.cycle),
    },
  };
}

/**
 * The credits of a cycle, prorated by its seconds when it was shortened, in cents; 0 on Free. Throws RangeError for a cycle without
 * length.
 */
export function computeCreditsCents({ planId, cycle }: Pick<BillingPeriod, 'planId' | 'cycle'>): number {
  if (planId === 'free') return 0;
  const { numerator, denominator } = cycleShare(cycle);
  const share = {
    billable: ratio(numerator, denominator),
    priceMicrocents: COMPUTE_CREDITS_CENTS * 1_000_000,
    perUnits: 1,
    wholePackages: false,
  };
  return lineAmounts([share], []).amountCents;
}

function creditsLine(period: BillingPeriod, availableCents: number, amountCents: number): InvoiceLine {
  const line = fixedLine({
    key: 'compute_credits',
    group: 'compute_credits',
    description: 'Compute Credits',
    periodStartSeconds: period.cycle.startSeconds,
    periodEndSeconds: cycleEnd(period.cycle),
    proration: proration(period.cycle) !== null,
    amountCents: -amountCents,
    amountBeforeDiscountCents: -amountCents,
  });
  return {
    ...line,
    derivation: {
      used: ratio(BigInt(amountCents)),
      included: ratio(BigInt(availableCents)),
      uncharged: ZERO,
      billable: ZERO,
      steps: [],
      rounding: 'half_away_from_zero_to_cent',
      discounts: [],
      invoiced: NOTHING,
      prorated: proration(period.cycle),
    },
  };
}

/**
 * The usage lines of a cycle with everything used before `asOfSeconds`. Free bills nothing. Throws DomainError for a
 * metric whose price only a contract can give, RangeError for an unknown metric and for a cycle without length.
 */
export function billUsage(period: BillingPeriod, asOfSeconds: number): UsageBill {
  return billMetered(period, meterPeriod(period, asOfSeconds));
}

/** The usage of a period before an instant, metered; the instant is cut to the cycle. */
export type MeteredPeriod = { groups: MeteredGroup[]; segments: Segment[]; untilSeconds: number };

/**
 * What a period used before `asOfSeconds` (seconds since 1970), or before its end where that is earlier: quantities in base
 * units, per segment between changes of the spend cap. Throws RangeError for an unknown metric.
 */
export function meterPeriod({ cycle, cap, entries, running = [] }: BillingPeriod, asOfSeconds: number): MeteredPeriod {
  const { startSeconds } = cycle;
  const endSeconds = cycleEnd(cycle);
  const untilSeconds = Math.min(asOfSeconds, endSeconds);
  const segments = capSegments(startSeconds, untilSeconds, cap);
  return { groups: meter({ entries, running, startSeconds, endSeconds, segments }), segments, untilSeconds };
}

/** `billUsage` for a period that has been metered already; throws as it does. */
export function billMetered(period: BillingPeriod, { groups, segments }: MeteredPeriod): UsageBill {
  const input: QuantityInput = {
    planId: period.planId,
    contract: period.contract,
    cycle: period.cycle,
    segments,
    invoicedUntilSeconds: period.invoicedUntilSeconds ?? period.cycle.startSeconds,
    mfaPhoneEnabledAt: period.mfaPhoneEnabledAt ?? new Map(),
  };
  const priced = groups.flatMap((group) => priceGroup(group, period, input) ?? []);
  const compute = priced.filter(({ line }) => line.group === 'compute');
  const available = computeCreditsCents(period);
  const credits = Math.min(available, sumCents(compute.map(({ line }) => line.amountCents)));
  const projectedCredits = Math.min(available, sumCents(compute.map(({ projectedCents }) => projectedCents)));
  const lines = priced.filter(({ hasUsage }) => hasUsage).map(({ line }) => line);
  if (credits > 0) lines.push(creditsLine(period, available, credits));
  lines.sort((a, b) => LINE_GROUPS.indexOf(a.group) - LINE_GROUPS.indexOf(b.group));
  return {
    lines,
    totalCents: sumCents(lines.map(({ amountCents }) => amountCents)),
    projectedCents: sumCents(priced.map(({ projectedCents }) => projectedCents)) - projectedCredits,
  };
}

/** A plan's price, in cents, after the discounts of the plan's line. */
export function planPriceAfterDiscounts(priceCents: number, discounts: readonly LineDiscount[]): LineAmounts {
  return { amountBeforeDiscountCents: priceCents, amountCents: discountedPriceCents(priceCents, discountsOf('plan', discounts)) };
}
