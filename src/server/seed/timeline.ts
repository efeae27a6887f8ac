import { stepFrom } from '#lib/dates/calendar.ts';
import { cycleAt, cycleBoundarySeconds, type CycleBounds } from '#lib/dates/cycle.ts';
import { MINUTE_SECONDS } from '#server/domain/periods.ts';
import type { OrganizationSeed } from './organization-seed.ts';

export interface Timeline {
  readonly anchorSeconds: number;
  /** Start of a cycle in Unix seconds. The first cycle is 0. */
  readonly boundary: (cycle: number) => number;
  readonly running: CycleBounds;
}

export function timelineOf(
  { daysIntoCycle, cyclesBefore }: Pick<OrganizationSeed, 'daysIntoCycle' | 'cyclesBefore'>,
  nowSeconds: number,
): Timeline {
  const startedSeconds = Math.floor(stepFrom(nowSeconds, { days: -daysIntoCycle }) / MINUTE_SECONDS) * MINUTE_SECONDS;
  const anchorSeconds = cycleBoundarySeconds(startedSeconds, -cyclesBefore);
  return {
    anchorSeconds,
    boundary: (cycle) => cycleBoundarySeconds(anchorSeconds, cycle),
    running: cycleAt(anchorSeconds, nowSeconds),
  };
}
