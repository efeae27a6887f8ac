import type { Shape } from '#contract/types.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { formatDate, formatDays } from '#lib/dates/format.ts';

/** A stretch of time with one plan, newest first. */
export type UsageCycles = NonNullable<Shape<'UsageSummary'>['cycles']>;
export type UsageCycle = UsageCycles[number];

const instant = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;
const interval = new RegExp(`^(${instant})/(${instant})$`);

/** The two instants of an interval, '2026-05-31T12:00:00Z/2026-06-12T08:30:00Z'; null for what is none. */
export function boundsOf(cycle: string | null): { readonly start: string; readonly end: string } | null {
  const [, start = '', end = ''] = interval.exec(cycle ?? '') ?? [];
  return Date.parse(start) < Date.parse(end) ? { start, end } : null;
}

/** The cycle that an address narrows the usage page to, as an interval; null for the one that runs. What is no interval is none. */
export function cycleOf(search: string): string | null {
  const cycle = new URLSearchParams(search).get('cycle');
  return boundsOf(cycle) && cycle;
}

const isoInstant = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** A cycle as an address names it. */
export const intervalOf = ({ start, end }: Pick<UsageCycle, 'start' | 'end'>): string => `${isoInstant(start)}/${isoInstant(end)}`;

/** Address of the usage page. */
export function usageAddress(slug: string, { project = null, cycle = null }: { project?: string | null; cycle?: string | null }): string {
  const words = [...(project === null ? [] : [`project=${project}`]), ...(cycle === null ? [] : [`cycle=${cycle}`])];
  return helpAddresses.usage(slug) + (words.length > 0 ? `?${words.join('&')}` : '');
}

const planName = (plan: UsageCycle['plan']): string => `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`;

export interface EarlierCycle {
  /** Its start. */
  readonly id: string;
  readonly interval: string;
  /** 'Nov 03, 2026 to Nov 23, 2026, Pro Plan'. */
  readonly name: string;
  /** 'Before the change to Team, Nov 3 to Nov 23', where the next invoice still bills its usage; null otherwise. */
  readonly carriedTitle: string | null;
}

/** The cycles before the one that runs, newest first. */
export function earlierCycles(cycles: UsageCycles): EarlierCycle[] {
  return cycles.slice(1).map((cycle, index) => {
    const { start, end, plan, carried_over: isCarried } = cycle;
    const next = cycles[index]?.plan ?? plan;
    return {
      id: String(start),
      interval: intervalOf(cycle),
      name: `${formatDate(start)} to ${formatDate(end)}, ${planName(plan)} Plan`,
      carriedTitle: isCarried ? `Before the change to ${planName(next)}, ${formatDays(start, end)}` : null,
    };
  });
}

/** Anchor of the sheet of a period whose usage the next invoice bills. */
export const carriedId = ({ id }: EarlierCycle): string => `usage-before-${id}`;
