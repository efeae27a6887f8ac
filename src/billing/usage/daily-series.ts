import type { Shape } from '#contract/types.ts';
import { isAverage } from '#lib/metric-meanings.ts';

type SentDay = Shape<'DailyUsage'>['usages'][number];

export interface Day {
  /** Start of the day (midnight UTC) in Unix seconds. */
  readonly seconds: number;
  /** Usage in the priced unit, for example GB instead of bytes. */
  readonly usage: number;
}

export interface DayRange {
  /** Start of the range as an instant such as '2026-05-31T12:00:00Z'. It is not a day, because a cycle can begin after midnight. */
  readonly start: string;
  /** Exclusive end, as an instant or as a UTC day such as '2026-06-30'. */
  readonly end: string;
}

const daySeconds = 86_400;
const longestDays = 31;

const isoDay = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

const isoInstant = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** Returns the days of the cycle so far; the last 31 days if the cycle is unknown or began earlier. */
export function dayRange(cycleStartSeconds: number | null, nowSeconds: number): DayRange {
  const earliest = nowSeconds - longestDays * daySeconds;
  const isCycleShown = cycleStartSeconds !== null && cycleStartSeconds <= nowSeconds && cycleStartSeconds >= earliest;
  const start = isCycleShown ? cycleStartSeconds : Math.floor(earliest / daySeconds) * daySeconds;
  return { start: isoInstant(start), end: isoDay(nowSeconds + daySeconds) };
}

/** Returns the exclusive end of an earlier cycle's days: the end of the cycle, but not after today. */
export function endOfDays(end: string, nowSeconds: number): string {
  const tomorrow = isoDay(nowSeconds + daySeconds);
  return Date.parse(end) > Date.parse(tomorrow) ? tomorrow : end;
}

/** Returns the usage of each day. A missing day counts as 0. */
export function dailySeries(sentDays: readonly SentDay[], metric: string, { start, end }: DayRange): Day[] {
  const usage = new Map(sentDays.filter((day) => day.metric === metric).map((day) => [day.date, day.usage]));
  const days: Day[] = [];
  for (let seconds = Date.parse(start.slice(0, 10)) / 1000; seconds < Date.parse(end) / 1000; seconds += daySeconds) {
    days.push({ seconds, usage: usage.get(isoDay(seconds)) ?? 0 });
  }
  return days;
}

export interface ProjectDays {
  readonly seconds: number;
  /** Usage of each project, in the priced unit. */
  readonly usage: readonly number[];
}

export function projectDays(sentByProject: readonly (readonly SentDay[])[], metric: string, range: DayRange): ProjectDays[] {
  const series = sentByProject.map((sentDays) => dailySeries(sentDays, metric, range));
  return (series[0] ?? []).map(({ seconds }, index) => ({ seconds, usage: series.map((days) => days[index]?.usage ?? 0) }));
}

/** Adds up the days. For averages and peaks, returns `usage` instead of a sum. @param usage usage of the cycle in the priced unit */
export function daysTogether(metric: string, days: readonly Day[], usage: number): { readonly name: string; readonly usage: number } {
  if (isAverage(metric)) return { name: 'On average', usage };
  if (metric === 'REALTIME_PEAK_CONNECTIONS') return { name: 'Highest day of each project', usage };
  return { name: 'All days', usage: days.reduce((sum, day) => sum + day.usage, 0) };
}

/** Sums up egress by cause over all days, in bytes, largest first. */
export function egressByCause(sentDays: readonly SentDay[]): readonly (readonly [cause: string, bytes: number])[] {
  const causes = new Map<string, number>();
  for (const { breakdown } of sentDays)
    for (const [cause, bytes] of Object.entries(breakdown ?? {})) causes.set(cause, (causes.get(cause) ?? 0) + bytes);
  return [...causes].toSorted((a, b) => b[1] - a[1]);
}
