/** Finds what a spending limit stops: usage in order of time, then of the records' ids, is charged until the limit is reached. */
import type { Steps } from '#lib/steps.ts';
import { metricRules } from '#server/domain/metrics.ts';
import type { BillingPeriod } from '#server/domain/billing-period.ts';
import { cycleEnd, HOUR_SECONDS, type Stretch } from '#server/domain/periods.ts';
import {
  coveredAllowance,
  coveredCents,
  coveredCostBefore,
  coveredOnly,
  isLimited,
  limitAt,
  type LimitedPeriod,
  limitStretches,
  meterCovered,
  otherLinesCents,
} from './spending-limit.ts';
import { MAX_QUANTITY, type UsageEntry } from '#server/domain/usage.ts';

/** How a period stands under its limits. */
export type LimitOutcome = {
  /** With its stops; the record that reaches a limit is in two parts. */
  period: BillingPeriod;
  /** Of the usage that the cap covers: what is charged, and what would be without a limit. */
  chargedCents: number;
  unlimitedCents: number;
  /** The lines that a limit can't cover: now, and at the end if what runs now keeps running. */
  othersCents: number;
  othersAtEndCents: number;
  /** Nothing more is charged by the terms that hold now. */
  isReached: boolean;
};

/** How many entries are looked at between two steps. */
const ENTRIES_AT_ONCE = 5000;

/** How many instants one metering tells apart. */
const INSTANTS_AT_ONCE = 32;

const isInstant = ({ metric }: UsageEntry): boolean => ['count', 'peak'].includes(metricRules(metric).measure);

/** Whether any limit of the period leaves something uncharged. Counts may come added up between the changes of the limit. */
export function* exceedsLimits(limited: LimitedPeriod, asOfSeconds: number): Steps<boolean> {
  const { period, limits } = limited;
  const untilSeconds = Math.min(asOfSeconds, cycleEnd(period.cycle));
  const stretches = limitStretches(period.cycle.startSeconds, untilSeconds, limits).filter(({ terms }) => isLimited(terms));
  if (stretches.length === 0) return false;
  const { nowCents } = yield* otherLinesCents(limited, asOfSeconds);
  const covered = coveredOnly(period);
  for (const { untilSeconds: until, terms } of stretches)
    if ((yield* coveredCostBefore(covered, until)) > coveredAllowance(terms, nowCents)) return true;
  return false;
}

/** The instants at which covered usage of a stretch may begin to count, in order, and its end. */
function instantsOf(entries: readonly UsageEntry[], { fromSeconds, untilSeconds }: Stretch): number[] {
  const instants = new Set<number>([untilSeconds]);
  if (!entries.every(isInstant))
    for (let hour = Math.ceil(fromSeconds / HOUR_SECONDS) * HOUR_SECONDS; hour < untilSeconds; hour += HOUR_SECONDS) instants.add(hour);
  for (const { fromSeconds: at } of entries) if (at > fromSeconds && at < untilSeconds) instants.add(at);
  return [...instants].sort((a, b) => a - b);
}

/** The last instant before which everything may be charged; `afterSeconds` where not even the first may. */
function* lastAffordable(period: BillingPeriod, afterSeconds: number, instants: readonly number[], allowanceCents: number): Steps<number> {
  let found = afterSeconds;
  let left = instants;
  while (left.length > 0) {
    const step = Math.ceil(left.length / INSTANTS_AT_ONCE);
    const looked = left.filter((_, index) => index % step === step - 1 || index === left.length - 1);
    const { groups, segments } = yield* meterCovered(period, looked.at(-1) ?? afterSeconds, looked);
    const costBefore = (atSeconds: number): number =>
      coveredCents(
        period,
        groups,
        segments.map(({ capOn, untilSeconds }) => !capOn && untilSeconds <= atSeconds),
      );
    let [low, high] = [0, looked.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (costBefore(looked[middle] ?? 0) <= allowanceCents) low = middle + 1;
      else high = middle;
    }
    const above = looked[low];
    found = looked[low - 1] ?? found;
    left = above === undefined || step === 1 ? [] : left.filter((at) => at > found && at < above);
  }
  return found;
}

/** The largest part of the usage between two instants, all of one metric, that may be charged, in base units. */
function* affordablePart(period: BillingPeriod, { metric }: UsageEntry, stretch: Stretch, allowanceCents: number): Steps<bigint> {
  const { fromSeconds, untilSeconds } = stretch;
  const { groups, segments } = yield* meterCovered(period, untilSeconds, [fromSeconds]);
  const slot = segments.findIndex((segment) => segment.fromSeconds === fromSeconds);
  const charged = segments.map(({ capOn }) => !capOn);
  const own = groups.find(({ rules }) => rules.metric === metric);
  const grown = own?.projects[0]?.growth.find((growth) => growth.slot === slot)?.used ?? 0n;
  const costOf = (part: bigint): number =>
    coveredCents(
      period,
      groups.map((group) =>
        group === own
          ? {
              ...group,
              projects: group.projects.map((project) => ({
                ...project,
                used: project.used - grown + part,
                over: project.over - grown + part,
                growth: project.growth.map((growth) => (growth.slot === slot ? { slot, used: part, over: part } : growth)),
              })),
            }
          : group,
      ),
      charged,
    );
  let [low, high] = [0n, grown];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (costOf(middle) <= allowanceCents) low = middle;
    else high = middle - 1n;
  }
  return low;
}

const byRecord = (a: UsageEntry, b: UsageEntry): number => {
  const [left, right] = [a.recordId ?? '', b.recordId ?? ''];
  return left < right ? -1 : left > right ? 1 : 0;
};

/** What was counted of a record before a part of it: a peak continues what the project had. */
function highestBefore(entries: readonly UsageEntry[], { metric, projectRef, fromSeconds }: UsageEntry, startSeconds: number): number {
  if (metricRules(metric).measure !== 'peak') return 0;
  const before = entries.filter(
    (entry) =>
      entry.metric === metric && entry.projectRef === projectRef && entry.fromSeconds >= startSeconds && entry.fromSeconds < fromSeconds,
  );
  return before.reduce((highest, { quantity }) => Math.max(highest, quantity), 0);
}

/** Where a limit stops, and what becomes of the records of that second: they lie apart then, one of them perhaps in two parts. */
type Stop = { fromSeconds: number; apart: { ofSecond: ReadonlySet<UsageEntry>; placed: readonly UsageEntry[] } | null };

const withApart = (entries: readonly UsageEntry[], { apart }: Stop): readonly UsageEntry[] =>
  apart ? [...entries.filter((entry) => !apart.ofSecond.has(entry)), ...apart.placed] : entries;

/** Where a limit stops within the second that is too much: between two records of it, or within one. */
function* stopWithin(period: BillingPeriod, atSeconds: number, stretch: Stretch, allowanceCents: number): Steps<Stop> {
  const { entries, cycle } = period;
  const ofSecond = entries.filter((entry) => entry.fromSeconds === atSeconds && isInstant(entry)).sort(byRecord);
  // Even places are free for stops, odd ones for records. Spans come before all of them.
  const width = 1 / (2 * ofSecond.length + 2);
  const placed = ofSecond.map((entry, index) => ({ ...entry, fromSeconds: atSeconds + (2 * index + 1) * width }));
  const apart = { ofSecond: new Set(ofSecond), placed };
  const spread = withApart(entries, { fromSeconds: atSeconds, apart });
  const places = placed.map((_, index) => atSeconds + 2 * (index + 1) * width);
  const own = { ...period, entries: spread };
  const first = atSeconds + width / 2;
  const found = yield* lastAffordable(
    own,
    atSeconds,
    [first, ...places].filter((at) => at < stretch.untilSeconds),
    allowanceCents,
  );
  if (found === atSeconds) return { fromSeconds: atSeconds, apart: null };
  const next = placed.find((entry) => entry.fromSeconds > found);
  if (!next) return { fromSeconds: found, apart };
  const end = next.fromSeconds + width;
  const part = yield* affordablePart(own, next, { fromSeconds: found, untilSeconds: end }, allowanceCents);
  if (part === 0n) return { fromSeconds: found, apart };
  const isPeak = metricRules(next.metric).measure === 'peak';
  const charged = highestBefore(spread, next, cycle.startSeconds) + Number(part);
  const rest = { ...next, fromSeconds: end, quantity: isPeak ? next.quantity : next.quantity - charged };
  return {
    fromSeconds: end,
    apart: { ...apart, placed: [...placed.filter((entry) => entry !== next), { ...next, quantity: charged }, rest] },
  };
}

/** The index of the last of instants in order that is at or before another; -1 where all are later. */
const lastAtOrBefore = (instants: readonly number[], atSeconds: number): number => instants.findLastIndex((at) => at <= atSeconds);

/** Counts added up and the highest of peaks before an instant, between the others: what is charged of them is settled. */
function* settled(entries: readonly UsageEntry[], beforeSeconds: number, edges: readonly number[]): Steps<UsageEntry[]> {
  const sums = new Map<string, UsageEntry>();
  const rest: UsageEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) yield ENTRIES_AT_ONCE;
    if (entry.fromSeconds >= beforeSeconds || !isInstant(entry)) {
      rest.push(entry);
      continue;
    }
    const place = lastAtOrBefore(edges, entry.fromSeconds);
    const key = `${place} ${entry.metric} ${entry.kind} ${entry.projectRef}`;
    const sum = sums.get(key);
    const isPeak = metricRules(entry.metric).measure === 'peak';
    const quantity = isPeak ? Math.max(sum?.quantity ?? 0, entry.quantity) : (sum?.quantity ?? 0) + entry.quantity;
    // The sum of two parts of the largest size would no longer be exact.
    if (sum && quantity > MAX_QUANTITY) rest.push(entry);
    else sums.set(key, { ...entry, recordId: undefined, quantity, fromSeconds: sum?.fromSeconds ?? entry.fromSeconds });
  }
  return [...sums.values(), ...rest];
}

/**
 * A period with the stops of its limits: the longest beginning of the usage that the cap covers, in order, whose charges stay within
 * what the limit leaves to it, is charged, down to the base unit; the rest is not. A raised limit charges what comes after it;
 * what that promises of the bill stands in the domain's README. Entries of counts and peaks are single records, at least in the stretches that a limit exceeds.
 */
export function* limitSteps(limited: LimitedPeriod, asOfSeconds: number): Steps<LimitOutcome> {
  const { limits } = limited;
  const { book, cycle } = limited.period;
  const untilSeconds = Math.min(asOfSeconds, cycleEnd(cycle));
  const { nowCents, endCents } = yield* otherLinesCents(limited, asOfSeconds);
  const covered = coveredOnly({ ...limited.period, stops: [] });
  const unlimitedCents = yield* coveredCostBefore(covered, untilSeconds);
  let { entries } = covered;
  // The same up to the end of a stretch, with what lies before it added up.
  let open: readonly UsageEntry[] = [];
  const stops: Stretch[] = [];
  const capEdges = limited.period.cap.changes.map(({ atSeconds }) => atSeconds);
  const stretches = limitStretches(cycle.startSeconds, untilSeconds, limits);
  const ahead = stretches.length > 1 ? entries.toSorted((a, b) => b.fromSeconds - a.fromSeconds) : [...entries];
  const edges = [...capEdges, ...stretches.map(({ fromSeconds }) => fromSeconds)];
  for (const stretch of stretches) {
    const allowanceCents = coveredAllowance(stretch.terms, nowCents);
    if (allowanceCents === Number.POSITIVE_INFINITY) continue;
    const sortedEdges = [...edges, ...stops.map(({ fromSeconds }) => fromSeconds)].sort((a, b) => a - b);
    const added: UsageEntry[] = [];
    for (let next = ahead.pop(); next; next = ahead.pop()) {
      if (stretches.length > 1 && next.fromSeconds >= stretch.untilSeconds) {
        ahead.push(next);
        break;
      }
      added.push(next);
    }
    open = yield* settled([...open, ...added], stretch.fromSeconds, sortedEdges);
    const stopped = { ...covered, entries: open, stops };
    if ((yield* coveredCostBefore(stopped, stretch.untilSeconds)) <= allowanceCents) continue;
    const isBefore = (yield* coveredCostBefore(stopped, stretch.fromSeconds)) > allowanceCents;
    const atSeconds = isBefore
      ? stretch.fromSeconds
      : yield* lastAffordable(stopped, stretch.fromSeconds, instantsOf(open, stretch), allowanceCents);
    const stop = isBefore ? { fromSeconds: atSeconds, apart: null } : yield* stopWithin(stopped, atSeconds, stretch, allowanceCents);
    entries = withApart(entries, stop);
    open = withApart(open, stop);
    stops.push({ fromSeconds: stop.fromSeconds, untilSeconds: stretch.untilSeconds });
  }
  const chargedCents = stops.length > 0 ? yield* coveredCostBefore({ ...covered, entries, stops }, untilSeconds) : unlimitedCents;
  const others = limited.period.entries.filter(({ metric }) => !book.covered.has(metric));
  // A limit that changes right now has stopped nothing yet.
  const terms = limitAt(limits, Math.min(asOfSeconds, cycleEnd(cycle) - 1));
  const hasJustChanged = limits.some((change) => change.atSeconds === untilSeconds);
  const isStopped = !hasJustChanged && stops.at(-1)?.untilSeconds === untilSeconds;
  const reaches = (limitCents: number | null, sumCents: number): boolean => limitCents !== null && limitCents > 0 && sumCents >= limitCents;
  return {
    period: stops.length > 0 ? { ...limited.period, entries: [...others, ...entries], stops } : limited.period,
    chargedCents,
    unlimitedCents,
    othersCents: nowCents,
    othersAtEndCents: endCents,
    isReached: isStopped || reaches(terms.bill, nowCents + chargedCents) || reaches(terms.overage, chargedCents),
  };
}
