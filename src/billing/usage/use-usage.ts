import { useQueryClient } from '@tanstack/react-query';
import type { CallInput, CallResponse, Shape, UsageRecord } from '#contract/types.ts';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { readKey, useRead } from '#billing/shared/data/queries.ts';
import { sectionState, type SectionState } from '#billing/shared/data/section-state.ts';
import { useSlug, useSubscription } from '#billing/shared/data/use-billing-data.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { dayRange, type DayRange } from './daily-series.ts';

/** The project that an address narrows the usage page to; null for all. What can't be a reference is none. */
export function projectOf(search: string): string | null {
  const ref = new URLSearchParams(search).get('project');
  return ref !== null && /^[a-z]{20}$/.test(ref) ? ref : null;
}

/** @param project its reference; null for all */
export function usageInput(slug: string, project: string | null): CallInput<'getUsage'> {
  return { params: { slug }, ...(project === null ? {} : { query: { project_ref: project } }) };
}

/** Usage of every metric in the running cycle, of the organization or of one project in the address. */
export function useUsage(): SectionState<readonly UsageRecord[]> {
  const slug = useSlug();
  const state = sectionState(useRead('getUsage', usageInput(slug, useSearchPart(projectOf))), true);
  return state.kind === 'ready' ? { kind: 'ready', data: state.data.usages } : state;
}

/** The name of the project that the page is narrowed to, null for all. The list that led there knows it before it is read. */
export function useProjectName(slug: string, project: string | null): string | null {
  const { data } = useRead('getProject', { params: { ref: project ?? '' } }, project !== null);
  const usage = useQueryClient().getQueryData<CallResponse<'getUsage'>>(readKey('getUsage', usageInput(slug, null)));
  if (project === null) return null;
  const listed = usage?.usages.flatMap((record) => record.project_allocations).find(({ ref }) => ref === project);
  return data?.name ?? listed?.name ?? project;
}

/** The days that the charts show. */
export function useDayRange(): DayRange {
  const now = useNowSeconds();
  const subscription = useSubscription();
  return dayRange(subscription.kind === 'ready' ? subscription.data.current_period_start : null, now);
}

/** Usage of every metric day by day; read when the first chart is opened. */
export function useDailyUsage({ start, end }: DayRange): SectionState<Shape<'DailyUsage'>['usages']> {
  const slug = useSlug();
  const project = useSearchPart(projectOf);
  const query = { start, end, ...(project === null ? {} : { project_ref: project }) };
  const state = sectionState(useRead('getDailyUsage', { params: { slug }, query }), true);
  return state.kind === 'ready' ? { kind: 'ready', data: state.data.usages } : state;
}
