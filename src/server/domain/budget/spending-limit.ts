/** Spending limits of a cycle. Usage that the spend cap covers is charged until it reaches the limit. Later usage is metered only. */
import { lineAmounts } from '#lib/charge-line.ts';
import { sumCents } from '#lib/money.ts';
import type { Steps } from '#lib/steps.ts';
import { type BillingPeriod, billSteps } from '#server/domain/bill.ts';
import { discountsOf, lineKey } from '#server/domain/lines.ts';
import { type MeteredGroup, meterUsage } from '#server/domain/meter.ts';
import {
  type LimitWindow,
  lowestParts,
  type PartLimit,
  partKey,
  type PartScope,
  projectOfPart,
} from '#server/domain/budget/limit-scopes.ts';
import {
  capSegments,
  cutSegments,
  cycleEnd,
  DAY_SECONDS,
  type Segment,
  startsWithin,
  type Stretch,
  withStops,
} from '#server/domain/periods.ts';
import { asOneProject } from '#server/domain/price-group.ts';
import { pooledSteps, quantitiesOf } from '#server/domain/quantities.ts';
import { rateOf } from '#server/domain/rates.ts';
import { slotPerSegment } from '#server/domain/slots.ts';

/** Amount that a limit applies to: the whole next invoice, or the overage that the spend cap covers. */
export type LimitBasis = 'bill' | 'overage';

/**
 * The lowest limit of each kind. `bill` and `overage` are limits on the whole organization in cents; null without a limit. `parts` are
 * limits on projects and metrics.
 */
export type LimitTerms = Readonly<Record<LimitBasis, number | null>> & { readonly parts?: readonly PartLimit[] };

export type LimitChange = LimitTerms & { atSeconds: number };

/** Limit changes, sorted by time. No limit applies before the first change. */
export type LimitTimeline = readonly LimitChange[];

const NO_LIMIT: LimitTerms = { bill: null, overage: null };

export const isLimited = ({ bill, overage, parts }: LimitTerms): boolean => bill !== null || overage !== null || parts !== undefined;

export const hasPartLimits = (limits: LimitTimeline): boolean => limits.some(({ parts }) => parts !== undefined);

/** If any limit is on a project, the usage of several projects must not be summed. */
export const hasProjectLimits = (limits: LimitTimeline): boolean =>
  limits.some(({ parts }) => parts?.some(({ scope }) => projectOfPart(scope) !== null));

/** If any limit is daily, the usage of several days must not be summed. */
export const hasDailyLimits = (limits: LimitTimeline): boolean => limits.some(({ parts }) => parts?.some(({ window }) => window === 'day'));

export type LimitedPeriod = {
  period: BillingPeriod;
  limits: LimitTimeline;
  /** Amount in cents that the period's invoice charges in addition to usage of the period: the plan fee, and usage of earlier periods. */
  fixedCents: number;
  /** Cents charged for covered usage in earlier periods of the same billing cycle. A plan change ends a period. */
  earlierCents: number;
  /** Earlier charges by `partKey`, in the same billing cycle. For a daily limit: on the UTC day in which the period begins. */
  earlierParts?: ReadonlyMap<string, number> | undefined;
  /** Set if the caller has already computed this cost for the requested instant. */
  others?: OtherLines;
};

/** Cost of lines that limits do not cover, in cents: now, and at the end of the cycle if running resources keep running. */
export type OtherLines = { nowCents: number; endCents: number };

/** A spending limit as set. Without `window`, the limit applies to the billing cycle. */
export type StopTerms = { scope: 'organization' | PartScope; window?: LimitWindow; basis: LimitBasis; amountCents: number };

export function lowestLimits(limits: readonly StopTerms[]): LimitTerms {
  const lowest = (basis: LimitBasis): number | null => {
    const amounts = limits.flatMap((limit) => (limit.scope === 'organization' && limit.basis === basis ? [limit.amountCents] : []));
    return amounts.length > 0 ? Math.min(...amounts) : null;
  };
  const parts = lowestParts(
    limits.flatMap(({ scope, window = 'cycle', amountCents }) => (scope === 'organization' ? [] : [{ scope, window, amountCents }])),
  );
  return { bill: lowest('bill'), overage: lowest('overage'), ...(parts.length > 0 && { parts }) };
}

const amountsOf = ({ parts = [] }: LimitTerms): Map<string, number> => new Map(parts.map((part) => [partKey(part), part.amountCents]));

function areSameTerms(a: LimitTerms, b: LimitTerms): boolean {
  const [partsOfA, partsOfB] = [amountsOf(a), amountsOf(b)];
  const areSameParts = partsOfA.size === partsOfB.size && [...partsOfA].every(([key, cents]) => partsOfB.get(key) === cents);
  return a.bill === b.bill && a.overage === b.overage && areSameParts;
}

export const isLooser = (before: LimitTerms, after: LimitTerms): boolean =>
  (['bill', 'overage'] as const).some((basis) => (before[basis] ?? Number.POSITIVE_INFINITY) < (after[basis] ?? Number.POSITIVE_INFINITY));

/** Drops a change that is undone within the same second. */
export function withLimitChange(limits: LimitTimeline, atSeconds: number, terms: LimitTerms): LimitTimeline {
  const before = limits.filter((change) => change.atSeconds < atSeconds);
  return areSameTerms(before.at(-1) ?? NO_LIMIT, terms) ? before : [...before, { ...terms, atSeconds }];
}

/** New limits apply from the next second, so records of the same second keep the old limits. */
export const limitCountsFrom = (madeSeconds: number): number => madeSeconds + 1;

/** Each change is stored with the time from which it applies: one second after it was made. */
export const limitAt = (limits: LimitTimeline, atSeconds: number): LimitTerms =>
  limits.findLast((change) => change.atSeconds <= atSeconds) ?? NO_LIMIT;

export function limitsFrom(limits: LimitTimeline, startSeconds: number): LimitTimeline {
  const terms = limitAt(limits, startSeconds);
  const later = limits.filter((change) => change.atSeconds > startSeconds);
  return isLimited(terms) ? [{ ...terms, atSeconds: startSeconds }, ...later] : later;
}

export function limitStretches(startSeconds: number, untilSeconds: number, limits: LimitTimeline): (Stretch & { terms: LimitTerms })[] {
  const edges = [
    startSeconds,
    ...limits.map(({ atSeconds }) => atSeconds).filter((at) => at > startSeconds && at < untilSeconds),
    untilSeconds,
  ];
  return edges.slice(0, -1).flatMap((fromSeconds, index) => {
    const until = edges[index + 1] ?? fromSeconds;
    return until > fromSeconds ? [{ fromSeconds, untilSeconds: until, terms: limitAt(limits, fromSeconds) }] : [];
  });
}

/** Starts of UTC days in a time range, except the first instant of the range. Empty if no limit is daily. */
export const daysOfLimits = (limits: LimitTimeline, range: Stretch): number[] =>
  hasDailyLimits(limits) ? startsWithin(range, DAY_SECONDS).filter((at) => at > range.fromSeconds) : [];

/**
 * Sorted instants between which usage may be summed: the start of the cycle, changes of the cap or the limits, and the start of each day if
 * there is a daily limit.
 */
export const edgesOf = ({ period: { cycle, cap }, limits }: Pick<LimitedPeriod, 'period' | 'limits'>): number[] =>
  [
    cycle.startSeconds,
    ...[...cap.changes, ...limits].map(({ atSeconds }) => atSeconds),
    ...daysOfLimits(limits, { fromSeconds: cycle.startSeconds, untilSeconds: cycleEnd(cycle) }),
  ].sort((a, b) => a - b);

/**
 * Maximum charge for covered usage in cents; Infinity without a limit. For the limit `bill`, `othersCents` must include charges of earlier
 * periods on the same invoice.
 */
export function coveredAllowance({ bill, overage }: LimitTerms, othersCents: number, earlierCents: number): number {
  const ofBill = bill === null ? Number.POSITIVE_INFINITY : Math.max(0, bill - Math.max(0, othersCents));
  return Math.min(ofBill, overage === null ? Number.POSITIVE_INFINITY : Math.max(0, overage - earlierCents));
}

export function* otherLinesCents({ period, fixedCents, others }: LimitedPeriod, asOfSeconds: number): Steps<OtherLines> {
  if (others) return others;
  const entries = period.entries.filter(({ metric }) => !period.book.covered.has(metric));
  const running = (period.running ?? []).filter(({ metric }) => !period.book.covered.has(metric));
  const { totalCents, projectedCents } = yield* billSteps({ ...period, entries, running, invoiced: [], isTogether: true }, asOfSeconds);
  return { nowCents: fixedCents + totalCents, endCents: fixedCents + projectedCents };
}

export const coveredOnly = (period: BillingPeriod): BillingPeriod => ({
  ...period,
  entries: period.entries.filter(({ metric }) => period.book.covered.has(metric)),
  running: [],
});

type CoveredUsage = { groups: MeteredGroup[]; segments: readonly Segment[] };

export function* meterCovered(period: BillingPeriod, untilSeconds: number, instants: readonly number[]): Steps<CoveredUsage> {
  const { book, cycle, cap, stops, entries } = period;
  const { startSeconds } = cycle;
  const segments = cutSegments(withStops(capSegments(startSeconds, untilSeconds, cap), stops), instants);
  const slots = slotPerSegment(startSeconds, segments);
  const metered = yield* meterUsage({
    book,
    entries,
    running: [],
    startSeconds,
    untilSeconds,
    endSeconds: cycleEnd(cycle),
    slotsOf: () => slots,
  });
  return { groups: metered.map((group) => asOneProject(group, period)), segments };
}

/**
 * Returns a function that calculates the cost of the group in cents. Its argument is additional charged usage after all other usage. The
 * argument must be 0 for a group without a shared quota.
 */
function groupCost(period: BillingPeriod, group: MeteredGroup): (more: bigint) => number {
  const { planId, book, contract, cycle, discounts, mfaPhoneEnabledAt = new Map<string, number>() } = period;
  const rate = rateOf(book, group.rules.metric, planId, contract);
  if (!rate) return () => 0;
  const input = { planId, book, contract, cycle, mfaPhoneEnabledAt };
  const lineDiscounts = discountsOf(lineKey(group.rules.metric, group.kind), discounts);
  const stepsWith = pooledSteps(group, rate, input) ?? (() => quantitiesOf(group, rate, input).steps);
  return (more) => lineAmounts(stepsWith(more), lineDiscounts).amountCents;
}

const chargedOnly = (group: MeteredGroup, charged: readonly boolean[]): MeteredGroup => ({ ...group, slots: { ...group.slots, charged } });

/** Cents for usage in the charged slots. Each group is rounded separately. */
export const coveredCents = (period: BillingPeriod, groups: readonly MeteredGroup[], charged: readonly boolean[]): number =>
  sumCents(groups.map((group) => groupCost(period, chargedOnly(group, charged))(0n)));

/**
 * Returns a function that calculates `coveredCents` with additional charged usage of the group `growing`, after all other usage. The
 * argument is the additional usage. It must be 0 for a group without a shared quota.
 */
export function coveredCentsWith(
  period: BillingPeriod,
  groups: readonly MeteredGroup[],
  charged: readonly boolean[],
  growing: MeteredGroup | undefined,
): (more: bigint) => number {
  const others = coveredCents(
    period,
    groups.filter((group) => group !== growing),
    charged,
  );
  const costWith = growing ? groupCost(period, chargedOnly(growing, charged)) : () => 0;
  return (more) => others + costWith(more);
}

export function* coveredCostBefore(period: BillingPeriod, atSeconds: number): Steps<number> {
  const { groups, segments } = yield* meterCovered(period, atSeconds, []);
  return coveredCents(
    period,
    groups,
    segments.map(({ capOn }) => !capOn),
  );
}
