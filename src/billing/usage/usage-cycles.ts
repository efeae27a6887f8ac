import type { Shape } from '#contract/types.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { formatDate, formatDays } from '#lib/dates/format.ts';

/** Periods of usage with one plan each, newest first. */
export type UsageCycles = NonNullable<Shape<'UsageSummary'>['cycles']>;
export type UsageCycle = UsageCycles[number];

const instant = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;
const interval = new RegExp(`^(${instant})/(${instant})$`);

/** Parses an interval such as '2026-05-31T12:00:00Z/2026-06-12T08:30:00Z'. Returns null if it is invalid. */
export function boundsOf(cycle: string | null): { readonly start: string; readonly end: string } | null {
  const [, start = '', end = ''] = interval.exec(cycle ?? '') ?? [];
  return Date.parse(start) < Date.parse(end) ? { start, end } : null;
}

/** Returns the cycle in the URL; null for the current cycle and for an invalid interval. */
export function cycleOf(search: string): string | null {
  const cycle = new URLSearchParams(search).get('cycle');
  return boundsOf(cycle) && cycle;
}

const isoInstant = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

export const intervalOf = ({ start, end }: Pick<UsageCycle, 'start' | 'end'>): string => `${isoInstant(start)}/${isoInstant(end)}`;

export function usageAddress(slug: string, { project = null, cycle = null }: { project?: string | null; cycle?: string | null }): string {
  const words = [...(project === null ? [] : [`project=${project}`]), ...(cycle === null ? [] : [`cycle=${cycle}`])];
  return helpAddresses.usage(slug) + (words.length > 0 ? `?${words.join('&')}` : '');
}

const planName = (plan: UsageCycle['plan']): string => `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`;

export interface EarlierCycle {
  /** Start of the cycle in Unix seconds, as an id. */
  readonly id: string;
  readonly interval: string;
  /** Name of the cycle: 'Nov 03, 2026 to Nov 23, 2026, Pro Plan'. */
  readonly name: string;
  /** Title for usage that is not billed yet: 'Before the change to Team, Nov 03 to Nov 23'; null otherwise. */
  readonly carriedTitle: string | null;
}

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

export const carriedId = ({ id }: EarlierCycle): string => `usage-before-${id}`;
