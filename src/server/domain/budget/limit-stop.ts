/** Finds where usage reaches a spending limit: at an instant, between two records of the same second, or within a record. */
import type { Steps } from '#lib/steps.ts';
import { isInstantMetric, metricRules } from '#server/domain/metrics.ts';
import type { BillingPeriod } from '#server/domain/billing-period.ts';
import { HOUR_SECONDS, type Stretch } from '#server/domain/periods.ts';
import { coveredCents, coveredCentsWith, coveredCostBefore, meterCovered } from './spending-limit.ts';
import type { UsageEntry } from '#server/domain/usage.ts';

const INSTANTS_AT_ONCE = 32;

const isInstant = ({ metric }: UsageEntry): boolean => isInstantMetric(metric);

/** Possible start times of usage in a stretch, in order, then the end of the stretch. */
function instantsOf(entries: readonly UsageEntry[], { fromSeconds, untilSeconds }: Stretch): number[] {
  const instants = new Set<number>([untilSeconds]);
  if (!entries.every(isInstant))
    for (let hour = Math.ceil(fromSeconds / HOUR_SECONDS) * HOUR_SECONDS; hour < untilSeconds; hour += HOUR_SECONDS) instants.add(hour);
  for (const { fromSeconds: at } of entries) if (at > fromSeconds && at < untilSeconds) instants.add(at);
  return [...instants].sort((a, b) => a - b);
}

/**
 * Returns the latest of `instants` until which the allowance covers all usage; `afterSeconds` if the allowance is too small for all
 * instants.
 */
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

/** Base units of a record that the allowance pays for. All usage in the stretch must be of the record's metric. */
function* affordablePart(period: BillingPeriod, { metric }: UsageEntry, stretch: Stretch, allowanceCents: number): Steps<bigint> {
  const { fromSeconds, untilSeconds } = stretch;
  const { groups, segments } = yield* meterCovered(period, untilSeconds, [fromSeconds]);
  const slot = segments.findIndex((segment) => segment.fromSeconds === fromSeconds);
  const charged = segments.map(({ capOn }) => !capOn);
  const metricGroup = groups.find(({ rules }) => rules.metric === metric);
  const grown = metricGroup?.projects[0]?.growth.find((growth) => growth.slot === slot)?.used ?? 0n;
  // Counts and peaks share a quota. The cost therefore depends on only two quantities: the usage before the record, and the affordable part
  // of the record.
  const before = metricGroup && {
    ...metricGroup,
    projects: metricGroup.projects.map((project) => ({ ...project, growth: project.growth.filter((growth) => growth.slot !== slot) })),
  };
  const costOf = coveredCentsWith(
    period,
    groups.map((group) => (group === metricGroup && before ? before : group)),
    charged,
    before,
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

/** Quantity that counts before a record: the project's highest earlier value for peaks, otherwise 0. */
function highestBefore(entries: readonly UsageEntry[], { metric, projectRef, fromSeconds }: UsageEntry, startSeconds: number): number {
  if (metricRules(metric).measure !== 'peak') return 0;
  const before = entries.filter(
    (entry) =>
      entry.metric === metric && entry.projectRef === projectRef && entry.fromSeconds >= startSeconds && entry.fromSeconds < fromSeconds,
  );
  return before.reduce((highest, { quantity }) => Math.max(highest, quantity), 0);
}

/**
 * Usage is not charged from this time. If a part of one second is charged, `placed` has the records of that second with fractional times.
 */
export type Stop = { fromSeconds: number; separateEntries: { ofSecond: ReadonlySet<UsageEntry>; placed: readonly UsageEntry[] } | null };

export const withSeparateEntries = (entries: readonly UsageEntry[], { separateEntries }: Stop): readonly UsageEntry[] =>
  separateEntries ? [...entries.filter((entry) => !separateEntries.ofSecond.has(entry)), ...separateEntries.placed] : entries;

function* stopWithin(period: BillingPeriod, atSeconds: number, stretch: Stretch, allowanceCents: number): Steps<Stop> {
  const { entries, cycle } = period;
  const ofSecond = entries.filter((entry) => entry.fromSeconds === atSeconds && isInstant(entry)).sort(byRecord);
  // Divides the second that begins at `atSeconds` into positions. Records have odd positions. Charges can stop at even positions. Spans
  // come first.
  const width = 1 / (2 * ofSecond.length + 2);
  const placed = ofSecond.map((entry, index) => ({ ...entry, fromSeconds: atSeconds + (2 * index + 1) * width }));
  const separateEntries = { ofSecond: new Set(ofSecond), placed };
  const spread = withSeparateEntries(entries, { fromSeconds: atSeconds, separateEntries });
  const places = placed.map((_, index) => atSeconds + 2 * (index + 1) * width);
  const spreadPeriod = { ...period, entries: spread };
  const first = atSeconds + width / 2;
  const found = yield* lastAffordable(
    spreadPeriod,
    atSeconds,
    [first, ...places].filter((at) => at < stretch.untilSeconds),
    allowanceCents,
  );
  if (found === atSeconds) return { fromSeconds: atSeconds, separateEntries: null };
  const next = placed.find((entry) => entry.fromSeconds > found);
  if (!next) return { fromSeconds: found, separateEntries };
  const end = next.fromSeconds + width;
  const part = yield* affordablePart(spreadPeriod, next, { fromSeconds: found, untilSeconds: end }, allowanceCents);
  if (part === 0n) return { fromSeconds: found, separateEntries };
  const isPeak = metricRules(next.metric).measure === 'peak';
  const charged = highestBefore(spread, next, cycle.startSeconds) + Number(part);
  const rest = { ...next, fromSeconds: end, quantity: isPeak ? next.quantity : next.quantity - charged };
  return {
    fromSeconds: end,
    separateEntries: { ...separateEntries, placed: [...placed.filter((entry) => entry !== next), { ...next, quantity: charged }, rest] },
  };
}

/** Finds the time at which the cost of usage reaches the allowance. The cost until the end of `stretch` must exceed the allowance. */
export function* findStop(period: BillingPeriod, stretch: Stretch, allowanceCents: number): Steps<Stop> {
  const { fromSeconds } = stretch;
  if ((yield* coveredCostBefore(period, fromSeconds)) > allowanceCents) return { fromSeconds, separateEntries: null };
  const atSeconds = yield* lastAffordable(period, fromSeconds, instantsOf(period.entries, stretch), allowanceCents);
  return yield* stopWithin(period, atSeconds, stretch, allowanceCents);
}
