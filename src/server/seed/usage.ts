import { daysBetween, stepFrom, weekdayOf } from '#lib/dates/calendar.ts';
import { metricRules, type UsageMetric } from '#server/domain/metrics.ts';
import type { EgressCategory } from '#server/domain/usage.ts';
import type { UsageRecord } from '#server/billing/usage/usage-records.ts';
import { projectRef } from './identifiers.ts';
import type { OrganizationSeed, ProjectSeed } from './organization-seed.ts';
import type { Timeline } from './timeline.ts';

/** Only this number of most recent cycles have daily records. Earlier cycles have one record per metric. */
const dailyCycles = 2;

/** Relative to an average of 1. */
const weekday = [0.7, 1.1, 1.15, 1.2, 1.15, 1.05, 0.65] as const;
const busiest = Math.max(...weekday);

/** In percent. */
const egressShares: readonly (readonly [EgressCategory, number])[] = [
  ['rest', 46],
  ['storage', 27],
  ['realtime', 11],
  ['functions', 7],
  ['auth', 5],
  ['supavisor', 3],
  ['logdrain', 1],
];

type Draft = Omit<UsageRecord, 'index' | 'id'>;

interface Stretch {
  readonly fromSeconds: number;
  readonly untilSeconds: number;
  readonly share: number;
  /** Peak within this time range, as a share of the cycle's peak. */
  readonly height: number;
}

const weightAt = (atSeconds: number): number => weekday[weekdayOf(atSeconds) % 7] ?? 1;

/** Splits the elapsed time of a cycle into days. If the cycle has no daily records, returns one time range. */
function stretchesOf(startSeconds: number, endSeconds: number, daily: boolean, nowSeconds: number): Stretch[] {
  if (!daily) return [{ fromSeconds: startSeconds, untilSeconds: endSeconds, share: 1, height: 1 }];
  const length = Math.round(daysBetween(startSeconds, endSeconds));
  const starts = Array.from({ length }, (_, days) => stepFrom(startSeconds, { days }));
  const weight = starts.reduce((sum, start) => sum + weightAt(start), 0);
  return starts
    .filter((start) => stepFrom(start, { days: 1 }) <= nowSeconds)
    .map((start) => ({
      fromSeconds: start,
      untilSeconds: stepFrom(start, { days: 1 }),
      share: weightAt(start) / weight,
      height: weightAt(start) / busiest,
    }));
}

function draftsOf(
  ref: string,
  metric: UsageMetric,
  monthly: number,
  { fromSeconds, untilSeconds, share, height }: Stretch,
  byCause: boolean,
): Draft[] {
  const { measure } = metricRules(metric);
  const atSeconds = fromSeconds + Math.floor((untilSeconds - fromSeconds) / 2);
  const at = (quantity: number): Draft => ({
    projectRef: ref,
    metric,
    fromSeconds: atSeconds,
    untilSeconds: null,
    quantity: Math.round(quantity),
  });
  if (measure === 'peak') return [at(monthly * height)];
  if (measure !== 'count') return [{ projectRef: ref, metric, fromSeconds, untilSeconds, quantity: Math.round(monthly) }];
  if (metric !== 'EGRESS' || !byCause) return [at(monthly * share)];
  return egressShares.map(([category, part]) => ({ ...at((monthly * share * part) / 100), category }));
}

function projectDrafts(slug: string, project: ProjectSeed, cyclesBefore: number, { boundary }: Timeline, nowSeconds: number): Draft[] {
  const ref = projectRef(slug, project.name);
  const usage = Object.entries(project.monthlyUsage ?? {}) as [UsageMetric, number][];
  const first = Math.max(0, cyclesBefore - (project.usedCyclesBefore ?? cyclesBefore));
  const drafts: Draft[] = [];
  for (let cycle = first; usage.length > 0 && cycle <= cyclesBefore; cycle += 1) {
    const daily = cycle > cyclesBefore - dailyCycles;
    for (const stretch of stretchesOf(boundary(cycle), boundary(cycle + 1), daily, nowSeconds)) {
      for (const [metric, monthly] of usage) drafts.push(...draftsOf(ref, metric, monthly, stretch, daily));
    }
  }
  return drafts;
}

export function usageOf(seed: OrganizationSeed, timeline: Timeline, nowSeconds: number): UsageRecord[] {
  const extra = (seed.cycleUsage ?? []).flatMap(({ project, metric, cycle, quantities }) =>
    quantities.map((quantity): Draft => ({
      projectRef: projectRef(seed.slug, project),
      metric,
      fromSeconds: stepFrom(timeline.boundary(cycle), { days: 1 }),
      untilSeconds: null,
      quantity,
    })),
  );
  return [...seed.projects.flatMap((project) => projectDrafts(seed.slug, project, seed.cyclesBefore, timeline, nowSeconds)), ...extra].map(
    (draft, index) => ({
      ...draft,
      index,
      id: `seed-${index + 1}`,
    }),
  );
}
