/** A limit on what a cycle is charged: what the spend cap covers is charged up to it, and metered without a charge from then on. */
import { lineAmounts } from '#lib/charge-line.ts';
import { sumCents } from '#lib/money.ts';
import type { Steps } from '#lib/steps.ts';
import { type BillingPeriod, billSteps } from '#server/domain/bill.ts';
import { discountsOf, lineKey } from '#server/domain/lines.ts';
import { type MeteredGroup, meterUsage } from '#server/domain/meter.ts';
import { capSegments, cutSegments, cycleEnd, type Segment, type Stretch, withStops } from '#server/domain/periods.ts';
import { asOneProject } from '#server/domain/price-group.ts';
import { quantitiesOf } from '#server/domain/quantities.ts';
import { rateOf } from '#server/domain/rates.ts';
import { slotPerSegment } from '#server/domain/slots.ts';

/** What a limit is measured by: the whole next invoice, or the overage of what the spend cap covers. */
export type LimitBasis = 'bill' | 'overage';

/** The lowest limit of each basis, in cents; null where there is none. */
export type LimitTerms = Readonly<Record<LimitBasis, number | null>>;

/** Terms from an instant on. */
export type LimitChange = LimitTerms & { atSeconds: number };

/** Changes in order of time; before the first there is no limit. */
export type LimitTimeline = readonly LimitChange[];

const NO_LIMIT: LimitTerms = { bill: null, overage: null };

export const isLimited = ({ bill, overage }: LimitTerms): boolean => bill !== null || overage !== null;

/** A period under limits. */
export type LimitedPeriod = {
  period: BillingPeriod;
  limits: LimitTimeline;
  /** What else is on the invoice of the period: the plan's fee, usage of periods before it. */
  fixedCents: number;
  /** What can't be covered, where it is known already as of the instant that is asked about. */
  others?: OtherLines;
};

/** The lines of a period's invoice that a limit can't cover, in cents: now, and at the end if what runs now keeps running. */
export type OtherLines = { nowCents: number; endCents: number };

/** The lowest limit of each basis. */
export function lowestLimits(limits: readonly { basis: LimitBasis; amountCents: number }[]): LimitTerms {
  const lowest = (basis: LimitBasis): number | null => {
    const amounts = limits.flatMap((limit) => (limit.basis === basis ? [limit.amountCents] : []));
    return amounts.length > 0 ? Math.min(...amounts) : null;
  };
  return { bill: lowest('bill'), overage: lowest('overage') };
}

const areSameTerms = (a: LimitTerms, b: LimitTerms): boolean => a.bill === b.bill && a.overage === b.overage;

/** A timeline with one more change at its end. One that is undone within its second leaves no trace. */
export function withLimitChange(limits: LimitTimeline, atSeconds: number, terms: LimitTerms): LimitTimeline {
  const before = limits.filter((change) => change.atSeconds < atSeconds);
  const { bill, overage } = terms;
  return areSameTerms(before.at(-1) ?? NO_LIMIT, terms) ? before : [...before, { atSeconds, bill, overage }];
}

/** When a change of a limit counts from that is made in a second: the next one. Records of its own second keep the old terms. */
export const limitCountsFrom = (madeSeconds: number): number => madeSeconds + 1;

/** The terms at an instant; a change counts from its own second. */
export const limitAt = (limits: LimitTimeline, atSeconds: number): LimitTerms =>
  limits.findLast((change) => change.atSeconds <= atSeconds) ?? NO_LIMIT;

/** The limits of a period that begins at an instant: those in force then, and every later change. */
export function limitsFrom(limits: LimitTimeline, startSeconds: number): LimitTimeline {
  const { bill, overage } = limitAt(limits, startSeconds);
  const later = limits.filter((change) => change.atSeconds > startSeconds);
  return isLimited({ bill, overage }) ? [{ atSeconds: startSeconds, bill, overage }, ...later] : later;
}

/** The parts of [start, until) with one limit each, in order, none empty. */
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

/** The instants in order between which usage of a period may be added up: its start, and each change of its cap and its limits. */
export const edgesOf = ({ period: { cycle, cap }, limits }: Pick<LimitedPeriod, 'period' | 'limits'>): number[] =>
  [cycle.startSeconds, ...[...cap.changes, ...limits].map(({ atSeconds }) => atSeconds)].sort((a, b) => a - b);

/** What may be charged of the usage that the cap covers; Infinity without a limit. It is never more than the limit itself. */
export function coveredAllowance({ bill, overage }: LimitTerms, othersCents: number): number {
  const ofBill = bill === null ? Number.POSITIVE_INFINITY : Math.max(0, bill - Math.max(0, othersCents));
  return Math.min(ofBill, overage ?? Number.POSITIVE_INFINITY);
}

/** The lines of a period's invoice that a limit can't cover, with what was used before an instant. */
export function* otherLinesCents({ period, fixedCents, others }: LimitedPeriod, asOfSeconds: number): Steps<OtherLines> {
  if (others) return others;
  const entries = period.entries.filter(({ metric }) => !period.book.covered.has(metric));
  const running = (period.running ?? []).filter(({ metric }) => !period.book.covered.has(metric));
  const { totalCents, projectedCents } = yield* billSteps({ ...period, entries, running, invoiced: [], isTogether: true }, asOfSeconds);
  return { nowCents: fixedCents + totalCents, endCents: fixedCents + projectedCents };
}

/** A period with nothing but the usage that the cap covers. */
export const coveredOnly = (period: BillingPeriod): BillingPeriod => ({
  ...period,
  entries: period.entries.filter(({ metric }) => period.book.covered.has(metric)),
  running: [],
});

/** Usage that the cap covers, counted in stretches of time. */
type CoveredUsage = { groups: MeteredGroup[]; segments: readonly Segment[] };

/** Meters covered usage before an instant, apart in the stretches between other instants, which are in order. */
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

/** What metered usage costs where only some stretches are charged, in cents: one line for each group, rounded by itself. */
export function coveredCents(period: BillingPeriod, groups: readonly MeteredGroup[], charged: readonly boolean[]): number {
  const { planId, book, contract, cycle, discounts, mfaPhoneEnabledAt = new Map<string, number>() } = period;
  return sumCents(
    groups.map((group) => {
      const rate = rateOf(book, group.rules.metric, planId, contract);
      if (!rate) return 0;
      const chargedGroup = { ...group, slots: { ...group.slots, charged } };
      const { steps } = quantitiesOf(chargedGroup, rate, { planId, book, contract, cycle, mfaPhoneEnabledAt });
      return lineAmounts(steps, discountsOf(lineKey(group.rules.metric, group.kind), discounts)).amountCents;
    }),
  );
}

/** What usage before an instant costs of what the cap covers, under the stops that the period has. */
export function* coveredCostBefore(period: BillingPeriod, atSeconds: number): Steps<number> {
  const { groups, segments } = yield* meterCovered(period, atSeconds, []);
  return coveredCents(
    period,
    groups,
    segments.map(({ capOn }) => !capOn),
  );
}
