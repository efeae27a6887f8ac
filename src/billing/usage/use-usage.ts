import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput, CallResponse, Shape } from '#contract/types.ts';
import type { CallError } from '#lib/call-error.ts';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { readKey, readOptions, useRead } from '#billing/shared/data/queries.ts';
import { sectionState, type SectionState } from '#billing/shared/data/section-state.ts';
import { useSlug, useSubscription } from '#billing/shared/data/use-billing-data.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { dayRange, endOfDays, type DayRange } from './daily-series.ts';
import { boundsOf, cycleOf } from './usage-cycles.ts';

/** Returns the project reference in the URL; null for all projects and for an invalid reference. */
export function projectOf(search: string): string | null {
  const ref = new URLSearchParams(search).get('project');
  return ref !== null && /^[a-z]{20}$/.test(ref) ? ref : null;
}

/** @param project reference of the project; null for all projects @param cycle interval; null for the current cycle */
export function usageInput(slug: string, project: string | null, cycle: string | null): CallInput<'getUsage'> {
  const query = { ...(project === null ? {} : { project_ref: project }), ...boundsOf(cycle) };
  return { params: { slug }, ...(Object.keys(query).length === 0 ? {} : { query }) };
}

export function useCycleUsage(cycle: string | null): SectionState<Shape<'UsageSummary'>> {
  return sectionState(useRead('getUsage', usageInput(useSlug(), useSearchPart(projectOf), cycle)), true);
}

export const useUsage = (): SectionState<Shape<'UsageSummary'>> => useCycleUsage(useSearchPart(cycleOf));

/** Null for all projects. Until the name is loaded, returns the name from cached usage, or else the project's reference. */
export function useProjectName(slug: string, project: string | null): string | null {
  const { data } = useRead('getProject', { params: { ref: project ?? '' } }, project !== null);
  const usage = useQueryClient().getQueryData<CallResponse<'getUsage'>>(
    readKey('getUsage', usageInput(slug, null, useSearchPart(cycleOf))),
  );
  if (project === null) return null;
  const listed = usage?.usages.flatMap((record) => record.project_allocations).find(({ ref }) => ref === project);
  return data?.name ?? listed?.name ?? project;
}

export function useDayRange(): DayRange {
  const now = useNowSeconds();
  const subscription = useSubscription();
  const usage = useUsage();
  const bounds = boundsOf(useSearchPart(cycleOf));
  if (bounds) return { start: bounds.start, end: endOfDays(bounds.end, now) };
  // Prefers the cycle in the usage response, because some members can read the usage but not the subscription.
  const running = usage.kind === 'ready' ? usage.data.cycles?.[0]?.start : undefined;
  return dayRange(running ?? (subscription.kind === 'ready' ? subscription.data.current_period_start : null), now);
}

export function useDailyUsage({ start, end }: DayRange): SectionState<Shape<'DailyUsage'>['usages']> {
  const slug = useSlug();
  const project = useSearchPart(projectOf);
  const query = { start, end, ...(project === null ? {} : { project_ref: project }) };
  const state = sectionState(useRead('getDailyUsage', { params: { slug }, query }), true);
  return state.kind === 'ready' ? { kind: 'ready', data: state.data.usages } : state;
}

/** Fails if the read of any project fails. */
export function useDailyUsageOf(refs: readonly string[], { start, end }: DayRange): SectionState<readonly Shape<'DailyUsage'>['usages'][]> {
  const slug = useSlug();
  const query = useQuery<readonly Shape<'DailyUsage'>['usages'][], CallError>({
    queryKey: ['dailyUsageOfProjects', slug, start, end, ...refs],
    queryFn: async ({ client }) =>
      Promise.all(
        refs.map(async (project_ref) => {
          const input = { params: { slug }, query: { start, end, project_ref } };
          return (await client.fetchQuery(readOptions('getDailyUsage', input))).usages;
        }),
      ),
  });
  return sectionState(query, true);
}
