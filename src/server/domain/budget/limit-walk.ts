/**
 * Applies the limits of the organization, of projects and of metrics to covered usage. Usage is charged in order of time, project ref and
 * record.
 */
import type { Steps } from '#lib/steps.ts';
import type { BillingPeriod } from '#server/domain/billing-period.ts';
import { type PartLimit, partKey, type PartStop, projectOfPart } from '#server/domain/budget/limit-scopes.ts';
import { meterUsage, type SlotGrowth } from '#server/domain/meter.ts';
import { isInstantMetric, METRIC_RULES, metricRules, type UsageMetric } from '#server/domain/metrics.ts';
import {
  capSegments,
  cutSegments,
  cycleEnd,
  DAY_SECONDS,
  HOUR_SECONDS,
  type Segment,
  type Stretch,
  startsWithin,
} from '#server/domain/periods.ts';
import { slotPerSegment } from '#server/domain/slots.ts';
import type { UsageEntry } from '#server/domain/usage.ts';
import { LimitMeter, LineMeter } from './limit-meters.ts';
import { type PlacedRecord, placeRecords } from './placed-records.ts';
import {
  coveredAllowance,
  daysOfLimits,
  hasDailyLimits,
  hasProjectLimits,
  limitAt,
  type LimitedPeriod,
  type LimitTerms,
} from './spending-limit.ts';

/** `spentCents` includes charges of earlier periods in the same cycle or day. */
export type PartState = PartLimit & { spentCents: number; isReached: boolean; sinceSeconds: number | null };

export type Walk = {
  stops: Stretch[];
  partStops: { stops: PartStop[]; cuts: number[] };
  /** Covered usage. Records of a second have fractional times if a limit or shared quota was reached in that second. */
  entries: UsageEntry[];
  chargedCents: number;
  isStopped: boolean;
  parts: PartState[];
  lastDay: ReadonlyMap<string, number>;
};

type Growth = SlotGrowth & { line: LineMeter; ref: string };

const isCount = ({ rules }: LineMeter): boolean => rules.measure === 'count';

const narrowness = ({ scope, window }: LimitMeter): number => {
  if (scope === 'organization') return 3;
  return projectOfPart(scope) === null ? (window === 'day' ? 1 : 2) : 0;
};

class LimitWalk {
  readonly #limited: LimitedPeriod;
  readonly #othersCents: number;
  readonly #lines: readonly LineMeter[];
  #limits: LimitMeter[] = [];
  readonly #stops: Stretch[] = [];
  readonly #partStops: PartStop[] = [];
  readonly #cuts: number[] = [];
  /** Usage records that are split by a limit, by time in seconds. Each entry contains the charged part and then the uncharged part. */
  readonly #split = new Map<number, UsageEntry[]>();
  readonly #highest = new Map<string, number>();

  constructor(limited: LimitedPeriod, lines: readonly LineMeter[], othersCents: number) {
    this.#limited = limited;
    this.#lines = lines;
    this.#othersCents = othersCents;
  }

  #isFirstDay(atSeconds: number): boolean {
    const { startSeconds } = this.#limited.period.cycle;
    return Math.floor(atSeconds / DAY_SECONDS) === Math.floor(startSeconds / DAY_SECONDS);
  }

  #earlierOf(part: Pick<PartLimit, 'scope' | 'window'>, atSeconds: number): number {
    if (part.window === 'day' && !this.#isFirstDay(atSeconds)) return 0;
    return this.#limited.earlierParts?.get(partKey(part)) ?? 0;
  }

  #allowances(terms: LimitTerms, atSeconds: number): LimitMeter[] {
    const ofOrganization = coveredAllowance(terms, this.#othersCents, this.#limited.earlierCents);
    const parts = (terms.parts ?? []).map((part) => {
      const allowanceCents = part.amountCents - this.#earlierOf(part, atSeconds);
      return new LimitMeter(part.scope, part.window, this.#lines, allowanceCents);
    });
    if (ofOrganization === Number.POSITIVE_INFINITY) return parts;
    return [...parts, new LimitMeter('organization', 'cycle', this.#lines, ofOrganization)];
  }

  /** Switches to the limits in force from `atSeconds`. A reached limit stays reached until it is raised or removed, or its day ends. */
  renew(atSeconds: number): void {
    const isNewDay = atSeconds % DAY_SECONDS === 0;
    if (isNewDay) for (const line of this.#lines) line.dayStartCents = line.cents();
    const next = this.#allowances(limitAt(this.#limited.limits, atSeconds), atSeconds);
    for (const before of this.#limits) {
      if (before.stoppedFrom === null) continue;
      const after = next.find(({ scope, window }) => scope === before.scope && window === before.window);
      const isLifted = !after || after.allowanceCents > before.allowanceCents || (before.window === 'day' && isNewDay);
      if (isLifted) this.#endStop(before, atSeconds);
      else after.stoppedFrom = before.stoppedFrom;
    }
    this.#limits = next.sort((a, b) => narrowness(a) - narrowness(b));
    for (const limit of this.#limits) if (limit.stoppedFrom === null && limit.isExceeded()) limit.stoppedFrom = atSeconds;
  }

  #endStop({ scope, stoppedFrom }: LimitMeter, untilSeconds: number): void {
    if (stoppedFrom === null || untilSeconds <= stoppedFrom) return;
    if (scope === 'organization') this.#stops.push({ fromSeconds: stoppedFrom, untilSeconds });
    else this.#partStops.push({ scope, fromSeconds: stoppedFrom, untilSeconds });
  }

  #isStopped(line: LineMeter, ref: string): boolean {
    return this.#limits.some((limit) => limit.stoppedFrom !== null && limit.covers(line, ref));
  }

  /**
   * Returns the first exceeded limit.
   * @param limits the limits, narrowest first
   * @param microcents an upper bound of the charges since the last call
   */
  #exceeded(limits: readonly LimitMeter[], microcents: number): LimitMeter | undefined {
    const unsure = limits.filter((limit) => limit.mayExceed(microcents));
    return unsure.find((limit) => limit.isExceeded());
  }

  #use(growth: Growth, fromSeconds: number, untilSeconds: number): void {
    const exhausted = growth.line.use(growth);
    if (exhausted === 'within') this.#cuts.push(fromSeconds, untilSeconds);
    else if (exhausted === 'exactly') this.#cuts.push(untilSeconds);
  }

  /**
   * Charges hours that begin at the same instant. Hours are indivisible: if they would exceed the limit of a scope, none of them is charged
   * to that scope.
   */
  chargeSpans(growths: readonly Growth[], { fromSeconds, capOn }: Segment): void {
    let charged: { growth: Growth; units: bigint }[] = [];
    for (const growth of growths) {
      const { line, ref } = growth;
      const units = line.billableOf(growth, growth.used);
      this.#use(growth, fromSeconds, fromSeconds + 0.5);
      if (capOn || units === 0n || this.#isStopped(line, ref)) continue;
      line.charge(ref, units);
      charged.push({ growth, units });
    }
    for (;;) {
      const most = charged.reduce((sum, { growth, units }) => sum + growth.line.mostMicrocents(units), 0);
      const open = this.#limits.filter((limit) => limit.stoppedFrom === null);
      const exceeded = charged.length > 0 ? this.#exceeded(open, most) : undefined;
      if (!exceeded) return;
      exceeded.stoppedFrom = fromSeconds;
      charged = charged.filter(({ growth: { line, ref }, units }) => {
        if (!exceeded.covers(line, ref)) return true;
        line.charge(ref, -units);
        return false;
      });
    }
  }

  chargeRecord(growth: Growth, { capOn }: Segment, record: PlacedRecord): void {
    const { line, ref, used } = growth;
    const { entry, width } = record;
    const units = line.billableOf(growth, used);
    if (!capOn && units > 0n && !this.#isStopped(line, ref)) {
      const open = this.#limits.filter((limit) => limit.stoppedFrom === null && limit.covers(line, ref));
      line.charge(ref, units);
      if (this.#exceeded(open, line.mostMicrocents(units))) {
        line.charge(ref, -units);
        this.#chargePart(growth, open, record);
      }
    }
    this.#use(growth, entry.fromSeconds - width / 4, entry.fromSeconds + width);
    if (metricRules(entry.metric).measure === 'peak') this.#highest.set(`${entry.metric} ${ref}`, entry.quantity);
  }

  #chargePart(growth: Growth, open: readonly LimitMeter[], { entry, width }: PlacedRecord): void {
    const { line, ref, used } = growth;
    const exceededWith = (part: bigint): LimitMeter | undefined => {
      const units = line.billableOf(growth, part);
      line.charge(ref, units);
      const exceeded = open.find((limit) => limit.isExceeded());
      line.charge(ref, -units);
      return exceeded;
    };
    let [low, high] = [0n, used];
    while (low < high) {
      const middle = (low + high + 1n) / 2n;
      if (exceededWith(middle)) high = middle - 1n;
      else low = middle;
    }
    const limit = exceededWith(low + 1n) ?? open[0];
    line.charge(ref, line.billableOf(growth, low));
    for (const other of open) other.isExceeded();
    if (!limit) return;
    const end = entry.fromSeconds + width;
    limit.stoppedFrom = low === 0n ? entry.fromSeconds - width / 2 : end;
    if (low === 0n) return;
    const isPeak = metricRules(entry.metric).measure === 'peak';
    const charged = Number(low) + (isPeak ? (this.#highest.get(`${entry.metric} ${ref}`) ?? 0) : 0);
    const rest = { ...entry, fromSeconds: end, quantity: isPeak ? entry.quantity : entry.quantity - charged };
    this.#split.set(entry.fromSeconds, [{ ...entry, quantity: charged }, rest]);
  }

  /** State of each limit in force at `untilSeconds`. For a limit raised at this instant, only the new amount matters. */
  #partStates(untilSeconds: number): PartState[] {
    const terms = limitAt(this.#limited.limits, Math.min(untilSeconds, cycleEnd(this.#limited.period.cycle) - 1));
    return (terms.parts ?? []).map((part) => {
      const { scope, window, amountCents } = part;
      const earlierCents = this.#earlierOf(part, untilSeconds - 1);
      const running = this.#limits.find((limit) => limit.scope === scope && limit.window === window);
      const spentCents = (running ?? new LimitMeter(scope, window, this.#lines, 0)).spentCents() + earlierCents;
      const isRaised = running !== undefined && amountCents - earlierCents > running.allowanceCents;
      const stoppedFrom = isRaised ? null : (running?.stoppedFrom ?? null);
      const isReached = stoppedFrom !== null || (amountCents > 0 && spentCents >= amountCents);
      return { ...part, spentCents, isReached, sinceSeconds: stoppedFrom === null ? null : Math.floor(stoppedFrom) };
    });
  }

  /** @param placed all records. A record keeps its fractional time only if a limit or quota was reached in its second. */
  result(untilSeconds: number, spans: readonly UsageEntry[], placed: ReadonlyMap<number, PlacedRecord>): Walk {
    const isStopped = this.#limits.some(({ scope, stoppedFrom }) => scope === 'organization' && stoppedFrom !== null);
    const parts = this.#partStates(untilSeconds);
    for (const limit of this.#limits) this.#endStop(limit, untilSeconds);
    const cuts = hasProjectLimits(this.#limited.limits) ? [...new Set(this.#cuts)].sort((a, b) => a - b) : [];
    const events = [...this.#stops, ...this.#partStops].map(({ fromSeconds }) => fromSeconds);
    const seconds = new Set([...events, ...cuts].map(Math.floor));
    const records = [...placed].flatMap(([at, { entry, original }]) =>
      seconds.has(Math.floor(at)) ? (this.#split.get(at) ?? [entry]) : [original],
    );
    return {
      stops: this.#stops.sort((a, b) => a.fromSeconds - b.fromSeconds),
      partStops: { stops: this.#partStops.sort((a, b) => a.fromSeconds - b.fromSeconds || (a.scope < b.scope ? -1 : 1)), cuts },
      entries: [...spans, ...records],
      chargedCents: this.#lines.reduce((sum, line) => sum + line.cents(), 0),
      isStopped,
      parts,
      lastDay: this.#lastDay(untilSeconds),
    };
  }

  #lastDay(untilSeconds: number): Map<string, number> {
    const sums = new Map<string, number>();
    if (untilSeconds % DAY_SECONDS === 0 || !hasDailyLimits(this.#limited.limits)) return sums;
    const add = (metric: UsageMetric, cents: number): void => void (cents > 0 && sums.set(metric, (sums.get(metric) ?? 0) + cents));
    for (const line of this.#lines.filter(isCount)) add(line.rules.metric, line.cents() - line.dayStartCents);
    // If the plan has changed twice on this day, the next period must also count the charges that earlier periods made on this day.
    for (const { metric } of METRIC_RULES) add(metric, this.#earlierOf({ scope: `metric:${metric}`, window: 'day' }, untilSeconds));
    return sums;
  }
}

function instantsOf(
  limited: LimitedPeriod,
  spans: readonly UsageEntry[],
  placed: ReadonlyMap<number, PlacedRecord>,
  range: Stretch,
): number[] {
  const hours = spans.length > 0 ? startsWithin(range, HOUR_SECONDS) : [];
  const starts = spans.map(({ fromSeconds }) => fromSeconds);
  const changes = limited.limits.map(({ atSeconds }) => atSeconds);
  const instants = [...hours, ...starts, ...placed.keys(), ...changes, ...daysOfLimits(limited.limits, range)];
  const within = instants.filter((at) => at > range.fromSeconds && at < range.untilSeconds);
  return [...new Set(within)].sort((a, b) => a - b);
}

const SLOTS_AT_ONCE = 500;

/**
 * Charges usage under all limits.
 * @param covered contains only the covered usage, with each count and each peak as a single record
 * @param othersCents other costs
 */
export function* walkLimits(limited: LimitedPeriod, covered: BillingPeriod, othersCents: number, untilSeconds: number): Steps<Walk> {
  const { book, cycle, cap, entries } = covered;
  const { startSeconds } = cycle;
  const spans = entries.filter(({ metric }) => !isInstantMetric(metric));
  const placed = placeRecords(entries);
  const records = [...placed.values()].map(({ entry }) => entry);
  const range = { fromSeconds: startSeconds, untilSeconds };
  const segments = cutSegments(capSegments(startSeconds, untilSeconds, cap), instantsOf(limited, spans, placed, range));
  const slots = slotPerSegment(startSeconds, segments);
  const input = { book, running: [], startSeconds, untilSeconds, endSeconds: cycleEnd(cycle), slotsOf: () => slots };
  const groups = yield* meterUsage({ ...input, entries: [...spans, ...records] });
  const lines = groups.map((group) => new LineMeter(group, covered));
  const bySlot = segments.map((): Growth[] => []);
  for (const [index, { projects }] of groups.entries())
    for (const { projectRef: ref, growth } of projects) {
      const line = lines[index];
      if (line) for (const part of growth) bySlot[part.slot]?.push({ ...part, line, ref });
      yield growth.length;
    }
  const walk = new LimitWalk(limited, lines, othersCents);
  const edges = new Set([startSeconds, ...limited.limits.map(({ atSeconds }) => atSeconds), ...daysOfLimits(limited.limits, range)]);
  for (const [slot, segment] of segments.entries()) {
    if (slot % SLOTS_AT_ONCE === SLOTS_AT_ONCE - 1) yield SLOTS_AT_ONCE;
    if (edges.has(segment.fromSeconds)) walk.renew(segment.fromSeconds);
    const growths = bySlot[slot] ?? [];
    const record = placed.get(segment.fromSeconds);
    const [growth] = growths;
    if (record && growth) walk.chargeRecord(growth, segment, record);
    else if (growth) walk.chargeSpans(growths, segment);
  }
  return walk.result(untilSeconds, spans, placed);
}
