/**
 * Usage rows to quantities: per metric, kind and project, the growth of usage in each segment of the cycle. It is linear
 * in rows and hours, and the order of the rows does not matter.
 */
import { HourMeter, newGrowth, SteadyMeter } from './hour-meter.ts';
import { isPooled, metricRules, METRIC_RULES, type MetricRules, type UsageMetric } from './metrics.ts';
import { HOUR_SECONDS, type Segment } from './periods.ts';
import { hourlyAllowance, RESOURCE_KINDS, type ResourceKind } from './rates.ts';
import type { RunningResource, UsageEntry } from './usage.ts';

export type ProjectUsage = {
  projectRef: string;
  /** Growth per segment, in base units; averages are in unit-hours. */
  used: bigint[];
  /** The part of it above the hourly allowance; the same as `used` where there is none. */
  over: bigint[];
  /** Hours still to come until the end of the cycle from what runs now; 0 for metrics that are not predictable. */
  coming: bigint;
  /** Clock hours of use, added up over the resources; 0 for counts and peaks. */
  hours: number;
  /** How many resources had such hours. */
  count: number;
};

export type MeteredGroup = { rules: MetricRules; kind: ResourceKind; projects: ProjectUsage[] };

export type MeterInput = {
  entries: readonly UsageEntry[];
  running: readonly RunningResource[];
  /** Start of the cycle; usage before it is paid, and marks its clock hour as paid. */
  startSeconds: number;
  /** The cycle's end, to which running resources are projected. */
  endSeconds: number;
  /** From the start to now, in order, without gaps. */
  segments: readonly Segment[];
};

type Resource = { spans: UsageEntry[]; running: boolean };
type Group = { rules: MetricRules; kind: ResourceKind; rows: Map<string, UsageEntry[]>; resources: Map<string, Map<string, Resource>> };

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}

/** Quotas of the organization count all kinds together; a branch's own metric is always of kind branch. */
function lineKind(rules: MetricRules, kind: ResourceKind): ResourceKind {
  if (rules.metric === 'COMPUTE_HOURS_BRANCH') return 'branch';
  return isPooled(rules) ? 'primary' : kind;
}

class Groups {
  readonly #byMetric = new Map<UsageMetric, Map<ResourceKind, Group>>();

  of(metric: UsageMetric, kind: ResourceKind): Group {
    const byKind = getOrAdd(this.#byMetric, metric, () => new Map<ResourceKind, Group>());
    const found = byKind.get(kind);
    if (found) return found;
    const rules = metricRules(metric);
    const effective = lineKind(rules, kind);
    const group = getOrAdd(byKind, effective, () => ({ rules, kind: effective, rows: new Map(), resources: new Map() }));
    byKind.set(kind, group);
    return group;
  }

  /** In the order of an invoice's lines. */
  inOrder(): Group[] {
    return RESOURCE_KINDS.flatMap((kind) =>
      METRIC_RULES.flatMap(({ metric }) => {
        const group = this.#byMetric.get(metric)?.get(kind);
        return group && group.kind === kind ? [group] : [];
      }),
    );
  }
}

const isInstant = ({ measure }: MetricRules): boolean => measure === 'count' || measure === 'peak';

const resourceOf = (group: Group, { projectRef, resourceId }: Pick<RunningResource, 'projectRef' | 'resourceId'>): Resource =>
  getOrAdd(
    getOrAdd(group.resources, projectRef, () => new Map<string, Resource>()),
    resourceId,
    () => ({ spans: [], running: false }),
  );

function collect({ entries, running, startSeconds, segments }: MeterInput): Group[] {
  const groups = new Groups();
  const firstHourSeconds = Math.floor(startSeconds / HOUR_SECONDS) * HOUR_SECONDS;
  const untilSeconds = segments.at(-1)?.untilSeconds ?? startSeconds;
  for (const entry of entries) {
    const group = groups.of(entry.metric, entry.kind);
    if (isInstant(group.rules)) {
      if (entry.fromSeconds >= startSeconds && entry.fromSeconds < untilSeconds) {
        getOrAdd(group.rows, entry.projectRef, () => []).push(entry);
      }
    } else if (entry.untilSeconds > firstHourSeconds && entry.fromSeconds < untilSeconds) {
      resourceOf(group, entry).spans.push(entry);
    }
  }
  for (const resource of running) {
    const group = groups.of(resource.metric, resource.kind);
    if (group.rules.predictable) resourceOf(group, resource).running = true;
  }
  return groups.inOrder();
}

const segmentAt = (segments: readonly Segment[], atSeconds: number): number =>
  segments.findIndex(({ fromSeconds, untilSeconds }) => atSeconds >= fromSeconds && atSeconds < untilSeconds);

function meterRows(projectRef: string, rows: readonly UsageEntry[], isPeak: boolean, segments: readonly Segment[]): ProjectUsage {
  const used = segments.map(() => 0n);
  for (const { fromSeconds, quantity } of rows) {
    const index = segmentAt(segments, fromSeconds);
    const amount = BigInt(quantity);
    const before = used[index] ?? 0n;
    used[index] = isPeak ? (amount > before ? amount : before) : before + amount;
  }
  if (isPeak) {
    let peak = 0n;
    for (const [index, highest] of used.entries()) {
      used[index] = highest > peak ? highest - peak : 0n;
      peak += used[index] ?? 0n;
    }
  }
  return { projectRef, used, over: used, coming: 0n, hours: 0, count: 0 };
}

type Meters = { byHour: HourMeter; steady: SteadyMeter };

const levelOf = (span: UsageEntry, { measure }: MetricRules): number => (measure === 'hours' ? 1 : span.quantity);

/** One level all along, in order of time, and nothing above it from what runs on. */
function isSteady({ spans, running }: Resource, rules: MetricRules): boolean {
  const [first] = spans;
  if (!first) return true;
  const level = levelOf(first, rules);
  if (running && level !== 1) return false;
  return spans.every(
    (span, index) => levelOf(span, rules) === level && span.fromSeconds >= (spans[index - 1]?.fromSeconds ?? span.fromSeconds),
  );
}

function meterProject(projectRef: string, resources: readonly Resource[], group: Group, input: MeterInput, meters: Meters): ProjectUsage {
  const { rules, kind } = group;
  const { startSeconds, endSeconds, segments } = input;
  const allowance = hourlyAllowance(rules.metric, kind);
  const growths = segments.map(newGrowth);
  const coming = newGrowth();
  const hoursSoFar = (): number => growths.reduce((sum, { hours }) => sum + hours, 0);
  let count = 0;
  for (const resource of resources) {
    const { spans, running } = resource;
    const meter = isSteady(resource, rules) ? meters.steady : meters.byHour;
    meter.clear();
    const hoursBefore = hoursSoFar();
    const raise = (fromSeconds: number, untilSeconds: number, growth: (typeof growths)[number] | undefined): void => {
      for (const span of spans) {
        const [start, end] = [Math.max(span.fromSeconds, fromSeconds), Math.min(span.untilSeconds, untilSeconds)];
        meter.raise(start, end, levelOf(span, rules), allowance, growth);
      }
    };
    raise(Number.NEGATIVE_INFINITY, startSeconds, undefined);
    for (const [index, segment] of segments.entries()) raise(segment.fromSeconds, segment.untilSeconds, growths[index]);
    if (hoursSoFar() > hoursBefore) count += 1;
    if (running) meter.raise(segments.at(-1)?.untilSeconds ?? startSeconds, endSeconds, 1, allowance, coming);
  }
  return {
    projectRef,
    used: growths.map(({ used }) => used.value),
    over: growths.map(({ over }) => over.value),
    coming: coming.used.value,
    hours: hoursSoFar(),
    count,
  };
}

const byRef = (a: ProjectUsage, b: ProjectUsage): number => (a.projectRef < b.projectRef ? -1 : a.projectRef > b.projectRef ? 1 : 0);

/** All groups with usage, in the order of an invoice's lines; projects by ref. Throws RangeError for an unknown metric. */
export function meter(input: MeterInput): MeteredGroup[] {
  const endSeconds = Math.max(input.startSeconds, input.endSeconds);
  const meters = { byHour: new HourMeter(input.startSeconds, endSeconds), steady: new SteadyMeter(input.startSeconds, endSeconds) };
  return collect(input).map((group) => {
    const { rules, kind } = group;
    const projects = isInstant(rules)
      ? [...group.rows].map(([ref, rows]) => meterRows(ref, rows, rules.measure === 'peak', input.segments))
      : [...group.resources].map(([ref, resources]) => meterProject(ref, [...resources.values()], group, input, meters));
    return { rules, kind, projects: projects.sort(byRef) };
  });
}
