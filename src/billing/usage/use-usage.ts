import { useQueryClient } from '@tanstack/react-query';
import type { CallInput, CallResponse, Shape } from '#contract/types.ts';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { readKey, useRead } from '#billing/shared/data/queries.ts';
import { sectionState, type SectionState } from '#billing/shared/data/section-state.ts';
import { useSlug, useSubscription } from '#billing/shared/data/use-billing-data.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { dayRange, endOfDays, type DayRange } from './daily-series.ts';
import { boundsOf, cycleOf } from './usage-cycles.ts';

/** The project that an address narrows the usage page to; null for all. What can't be a reference is none. */
export function projectOf(search: string): string | null {
  const ref = new URLSearchParams(search).get('project');
  return ref !== null && /^[a-z]{20}$/.test(ref) ? ref : null;
}

/**
 * @param project its reference; null for all
 * @param cycle an interval; null for the cycle that runs
 */
export function usageInput(slug: string, project: string | null, cycle: string | null): CallInput<'getUsage'> {
  const query = { ...(project === null ? {} : { project_ref: project }), ...boundsOf(cycle) };
  return { params: { slug }, ...(Object.keys(query).length === 0 ? {} : { query }) };
}

/** Usage of every metric in a cycle, of the organization or of one project in the address. */
export function useCycleUsage(cycle: string | null): SectionState<Shape<'UsageSummary'>> {
  return sectionState(useRead('getUsage', usageInput(useSlug(), useSearchPart(projectOf), cycle)), true);
}

/** The same in the cycle of the address, or in the one that runs. */
export const useUsage = (): SectionState<Shape<'UsageSummary'>> => useCycleUsage(useSearchPart(cycleOf));

/** The name of the project that the page is narrowed to, null for all. The list that led there knows it before it is read. */
export function useProjectName(slug: string, project: string | null): string | null {
  const { data } = useRead('getProject', { params: { ref: project ?? '' } }, project !== null);
  const usage = useQueryClient().getQueryData<CallResponse<'getUsage'>>(
    readKey('getUsage', usageInput(slug, null, useSearchPart(cycleOf))),
  );
  if (project === null) return null;
  const listed = usage?.usages.flatMap((record) => record.project_allocations).find(({ ref }) => ref === project);
  return data?.name ?? listed?.name ?? project;
}

/** The days that the charts show. */
export function useDayRange(): DayRange {
  const now = useNowSeconds();
  const subscription = useSubscription();
  const usage = useUsage();
  const bounds = boundsOf(useSearchPart(cycleOf));
  if (bounds) return { start: bounds.start, end: endOfDays(bounds.end, now) };
  // Who may not read the subscription has the cycle from the usage itself.
  const running = usage.kind === 'ready' ? usage.data.cycles?.[0]?.start : undefined;
  return dayRange(running ?? (subscription.kind === 'ready' ? subscription.data.current_period_start : null), now);
}

/** Usage of every metric day by day; read when the first chart is opened. */
export function useDailyUsage({ start, end }: DayRange): SectionState<Shape<'DailyUsage'>['usages']> {
  const slug = useSlug();
  const project = useSearchPart(projectOf);
  const query = { start, end, ...(project === null ? {} : { project_ref: project }) };
  const state = sectionState(useRead('getDailyUsage', { params: { slug }, query }), true);
  return state.kind === 'ready' ? { kind: 'ready', data: state.data.usages } : state;
}
