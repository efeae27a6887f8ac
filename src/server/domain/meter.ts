/** Computes the growth of usage per slot, metric, kind and project. Linear in rows and hours. The order of rows does not matter. */
import type { Steps } from '#lib/steps.ts';
import { type ExactTotal, Growth, HourMeter, type Meter, SteadyMeter } from './hour-meter.ts';
import type { PriceBook } from './book/price-book.ts';
import { isPooled, metricRules, METRIC_RULES, type MetricRules, type UsageMetric, RESOURCE_KINDS, type ResourceKind } from './metrics.ts';
import { HOUR_SECONDS } from './periods.ts';
import { hourlyAllowance } from './rates.ts';
import { type Slots, stretchAt } from './slots.ts';
import type { RunningResource, UsageEntry } from './usage.ts';

/** In base units (unit-hours for averages). */
export type SlotGrowth = { slot: number; used: bigint; over: bigint };

export type ProjectUsage = {
  projectRef: string;
  used: bigint;
  /** Usage above the hourly allowance; equal to `used` if the metric has no allowance. */
  over: bigint;
  /** Sorted by slot. Slots without growth have no entry. */
  growth: readonly SlotGrowth[];
  /** Unit-hours that running resources will add until the end of the cycle; 0 for metrics without a projection. */
  coming: bigint;
  /** Clock hours of use, summed over resources; 0 for counts and peaks. */
  hours: number;
  count: number;
};

export type MeteredGroup = { rules: MetricRules; kind: ResourceKind; slots: Slots; projects: ProjectUsage[] };

export type MeterInput = {
  /** Price book with the hourly allowances. Without a book, all usage counts as above the allowance. */
  book?: PriceBook;
  entries: readonly UsageEntry[];
  running: readonly RunningResource[];
  /**
   * Start of the cycle. If a resource already ran in the clock hour of the start, its level is already charged. The cycle then charges only
   * an increase above that level.
   */
  startSeconds: number;
  /** Exclusive. */
  untilSeconds: number;
  /** The projection assumes that running resources run until this time. */
  endSeconds: number;
  slotsOf: (rules: MetricRules) => Slots;
};

type Resource = { spans: UsageEntry[]; running: boolean; times: number };
type Group = { rules: MetricRules; kind: ResourceKind; rows: Map<string, UsageEntry[]>; resources: Map<string, Map<string, Resource>> };

/** Rows or hours between two yields. Their processing takes a few milliseconds. */
const STEP_SIZE = 5000;

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}

/** `branch` for branch compute, `primary` for quotas of the whole organization, otherwise the resource's kind. */
function lineKind(rules: MetricRules, kind: ResourceKind): ResourceKind {
  if (rules.metric === 'COMPUTE_HOURS_BRANCH') return 'branch';
  return isPooled(rules) ? 'primary' : kind;
}

const PLACES = new Map(METRIC_RULES.map(({ metric }, place) => [metric, place]));
const placeOf = ({ rules, kind }: Group): number => RESOURCE_KINDS.indexOf(kind) * METRIC_RULES.length + (PLACES.get(rules.metric) ?? 0);

class Groups {
  readonly #byMetric = new Map<UsageMetric, Map<ResourceKind, Group>>();
  readonly #all: Group[] = [];

  of(metric: UsageMetric, kind: ResourceKind): Group {
    const byKind = getOrAdd(this.#byMetric, metric, () => new Map<ResourceKind, Group>());
    const found = byKind.get(kind);
    if (found) return found;
    const rules = metricRules(metric);
    const effective = lineKind(rules, kind);
    const group = getOrAdd(byKind, effective, () => {
      const added: Group = { rules, kind: effective, rows: new Map(), resources: new Map() };
      this.#all.push(added);
      return added;
    });
    byKind.set(kind, group);
    return group;
  }

  /** In the order of invoice lines. */
  inOrder(): Group[] {
    return this.#all.sort((a, b) => placeOf(a) - placeOf(b));
  }
}

const isInstant = ({ measure }: MetricRules): boolean => measure === 'count' || measure === 'peak';

const resourceOf = (
  group: Group,
  { projectRef, resourceId, times = 1 }: Pick<RunningResource, 'projectRef' | 'resourceId' | 'times'>,
): Resource =>
  getOrAdd(
    getOrAdd(group.resources, projectRef, () => new Map<string, Resource>()),
    resourceId,
    () => ({ spans: [], running: false, times }),
  );

function* collect({ entries, running, startSeconds, untilSeconds }: MeterInput): Steps<Group[]> {
  const groups = new Groups();
  const firstHourSeconds = Math.floor(startSeconds / HOUR_SECONDS) * HOUR_SECONDS;
  for (const [index, entry] of entries.entries()) {
    if (index % STEP_SIZE === STEP_SIZE - 1) yield STEP_SIZE;
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

const valueOf = (totals: readonly ExactTotal[], slot: number): bigint => totals[slot]?.value ?? 0n;

/** @param isShared true if there is no hourly allowance, so all usage counts as `over` */
function growthOf({ used, over }: Growth, isShared: boolean): Pick<ProjectUsage, 'used' | 'over' | 'growth'> {
  const growth: SlotGrowth[] = [];
  const sum = { used: 0n, over: 0n };
  used.forEach((total, slot) => {
    const part = { slot, used: total.value, over: isShared ? total.value : valueOf(over, slot) };
    sum.used += part.used;
    sum.over += part.over;
    if (part.used > 0n) growth.push(part);
  });
  return { ...sum, growth };
}

function meterRows(projectRef: string, rows: readonly UsageEntry[], isPeak: boolean, slots: Slots): ProjectUsage {
  const growth = new Growth();
  const slotOf = (entry: UsageEntry): number => slots.stretches[stretchAt(slots, entry.fromSeconds)]?.slot ?? 0;
  if (isPeak) {
    let peak = 0;
    for (const entry of rows.toSorted((a, b) => a.fromSeconds - b.fromSeconds)) {
      if (entry.quantity > peak) growth.add(slotOf(entry), entry.quantity - peak, 0);
      peak = Math.max(peak, entry.quantity);
    }
  } else for (const entry of rows) growth.add(slotOf(entry), entry.quantity, 0);
  return { projectRef, ...growthOf(growth, true), coming: 0n, hours: 0, count: 0 };
}

const levelOf = (span: UsageEntry, { measure }: MetricRules): number => (measure === 'hours' ? 1 : span.quantity);

function isSteady({ spans, running }: Resource, rules: MetricRules): boolean {
  const [first] = spans;
  if (!first) return true;
  const level = levelOf(first, rules);
  return (!running || level === 1) && spans.every((span) => levelOf(span, rules) === level);
}

const isInOrder = (spans: readonly UsageEntry[]): boolean =>
  spans.every((span, index) => span.fromSeconds >= (spans[index - 1]?.fromSeconds ?? span.fromSeconds));

type Meters = { byHour: HourMeter; steady: SteadyMeter };

function meterProject(
  projectRef: string,
  resources: Iterable<Resource>,
  { rules, kind }: Group,
  slots: Slots,
  input: MeterInput,
  meters: Meters,
): ProjectUsage {
  const allowance = input.book ? hourlyAllowance(input.book, rules.metric, kind) : 0;
  const ahead: Slots = { startSeconds: input.untilSeconds, stretches: [{ untilSeconds: input.endSeconds, slot: 0 }], charged: [true] };
  const [growth, coming] = [new Growth(), new Growth()];
  let [hours, count] = [0, 0];
  for (const resource of resources) {
    const spans = isInOrder(resource.spans) ? resource.spans : resource.spans.toSorted((a, b) => a.fromSeconds - b.fromSeconds);
    const meter: Meter = isSteady(resource, rules) ? meters.steady : meters.byHour;
    meter.clear();
    growth.resources = resource.times;
    coming.resources = resource.times;
    let touched = 0;
    for (const span of spans) touched += meter.raise(span.fromSeconds, span.untilSeconds, levelOf(span, rules), allowance, slots, growth);
    hours += touched * resource.times;
    if (touched > 0) count += resource.times;
    if (resource.running) meter.raise(input.untilSeconds, input.endSeconds, 1, allowance, ahead, coming);
  }
  return { projectRef, ...growthOf(growth, allowance === 0), coming: valueOf(coming.used, 0), hours, count };
}

function* meterGroup(group: Group, slots: Slots, input: MeterInput, meters: Meters): Generator<ProjectUsage> {
  const isPeak = group.rules.measure === 'peak';
  for (const [ref, rows] of group.rows) yield meterRows(ref, rows, isPeak, slots);
  for (const [ref, resources] of group.resources) yield meterProject(ref, resources.values(), group, slots, input, meters);
}

const byRef = (a: ProjectUsage, b: ProjectUsage): number => (a.projectRef < b.projectRef ? -1 : a.projectRef > b.projectRef ? 1 : 0);

/**
 * In invoice order. Sorts the projects of a group by ref.
 * @throws {RangeError} for an unknown metric
 */
export function* meterUsage(input: MeterInput): Steps<MeteredGroup[]> {
  const endSeconds = Math.max(input.startSeconds, input.endSeconds);
  const meters = { byHour: new HourMeter(input.startSeconds, endSeconds), steady: new SteadyMeter(input.startSeconds, endSeconds) };
  const metered: MeteredGroup[] = [];
  let looked = 0;
  for (const group of yield* collect(input)) {
    const { rules, kind } = group;
    const slots = input.slotsOf(rules);
    const projects: ProjectUsage[] = [];
    for (const project of meterGroup(group, slots, input, meters)) {
      projects.push(project);
      looked += project.hours + 4 * project.growth.length + 20;
      if (looked < STEP_SIZE) continue;
      yield looked;
      looked = 0;
    }
    metered.push({ rules, kind, slots, projects: projects.sort(byRef) });
  }
  return metered;
}
